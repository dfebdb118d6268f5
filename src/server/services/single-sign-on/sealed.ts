import { z } from 'zod'
import type { SecretBox } from '../../core/secret-box'
import { notAuthenticated } from '../../core/service-error'

/** What the browser keeps of a sign-in that is under way, encrypted. */
export const attemptSchema = z.strictObject({
  kind: z.literal('attempt'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** In milliseconds. */
  expiresAt: z.number(),
})

/** What the browser keeps to renew a session, encrypted. */
export const renewalSchema = z.strictObject({
  kind: z.literal('renewal'),
  refreshToken: z.string(),
  subject: z.string(),
})

/** Encrypts what only this server is to read again. */
export function sealValue(
  { secretBox }: { secretBox: SecretBox },
  value: z.infer<typeof attemptSchema> | z.infer<typeof renewalSchema>,
): Promise<string> {
  return secretBox.seal(JSON.stringify(value))
}

/** Decrypts a value of `sealValue`. @throws not_authenticated for anything else */
export async function openValue<Schema extends z.ZodType>(
  { secretBox }: { secretBox: SecretBox },
  schema: Schema,
  text: string,
): Promise<z.output<Schema>> {
  try {
    return schema.parse(JSON.parse(await secretBox.open(text)))
  } catch {
    throw notAuthenticated('This sign-in is not one of this server: start again')
  }
}
