import { deriveKey } from '@/server/core/secrets/derive-key'
import { serverTokens } from '@/server/core/secrets/server-tokens'

const keyBytes = new Uint8Array(32).fill(7)
/** The master key of the servers under test, so that a test can sign where no demo gives tokens. */
export const masterKey = Buffer.from(keyBytes).toString('base64')

/** An operator's token, as the server itself signs it. */
export async function operatorToken(): Promise<string> {
  const tokens = await serverTokens(await deriveKey(keyBytes, 'server tokens'))
  return tokens.sign({ operator: true, name: 'Test operator' }, new Date())
}
