import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate } from './certificate'
import { startProxy } from './proxy-process'

/** Returns the path of nginx; undefined if it is not installed. */
export function nginxProgram(): string | undefined {
  return ['/usr/sbin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx'].find((path) =>
    existsSync(path),
  )
}

/** What a distribution's configuration has around the servers, with all files in a folder. */
function configurationAround(server: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  // Without a master process, no other one stays when it is killed.
  return `daemon off;
master_process off;
pid ${join(folder, 'pid')};
error_log stderr;
events {}
http {
sendfile on;
tcp_nopush on;
gzip on;
access_log off;
${temporary}
${server}
}
`
}

/**
 * Starts nginx with the example of the documentation, for `localhost` on a port.
 * @param behind the port of what it passes requests to
 * @returns the certificate that it uses
 * @throws its error messages, if it does not start
 */
export async function startNginx(
  port: number,
  behind: number,
): Promise<{ certificate: string; close(): Promise<void> }> {
  const program = nginxProgram()
  if (program === undefined) throw new Error('nginx is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-nginx-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await createCertificate(key, certificate)
  const page = await readFile('docs/install.md', 'utf8')
  const example = /^```nginx\n([^]*?)^```$/m.exec(page)?.[1] ?? ''
  const server = example
    .replace(/^ *listen 443/m, `listen 127.0.0.1:${port}`)
    .replace('signalbox.example.com', 'localhost')
    .replace('/etc/ssl/signalbox.pem', certificate)
    .replace('/etc/ssl/signalbox.key', key)
    .replace('127.0.0.1:4600', `127.0.0.1:${behind}`)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configurationAround(server, folder))
  const { close } = await startProxy(program, ['-e', 'stderr', '-c', file], port, folder)
  return { certificate: await readFile(certificate, 'utf8'), close }
}
