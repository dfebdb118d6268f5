import { z } from 'zod'
import type { SecretBox } from '@/server/core/secrets/secret-box'
import { notAuthenticated } from '@/server/core/service-error'

/** The state of a sign-in in progress, which the browser stores encrypted. */
export const attemptSchema = z.strictObject({
  kind: z.literal('attempt'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** In milliseconds. */
  expiresAt: z.number(),
})

/** What renews a session, which the browser stores encrypted. */
export const renewalSchema = z.strictObject({
  kind: z.literal('renewal'),
  refreshToken: z.string(),
  subject: z.string(),
})

/** Encrypts a value that only this server can read again. */
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
    throw notAuthenticated('This sign-in was not started on this server: start again')
  }
}
