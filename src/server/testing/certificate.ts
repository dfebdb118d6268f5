import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { User } from './unprivileged-user'

/** Creates the files of a key and of its self-signed certificate for `localhost`, with openssl. */
export async function createCertificate(
  key: string,
  certificate: string,
  owner?: User,
): Promise<void> {
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const files = ['-keyout', key, '-out', certificate]
  await promisify(execFile)('openssl', [...request.split(' '), ...subject.split(' '), ...files], {
    ...owner,
  })
}
