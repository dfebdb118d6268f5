import { z } from 'zod'
import './issue-messages'

const maxUriLength = 2048

function hasScheme(value: string, schemes: readonly string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol)
}

/** Whether an address contains a user name or password, which the history would show. */
function hasUserInfo(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && (url.username !== '' || url.password !== '')
}

function addressSchema({ clearable }: { clearable: boolean }) {
  return (
    z
      .string()
      // Parsing a host takes a time that grows with the square of its length.
      .max(maxUriLength, { abort: true })
      .refine(
        (value) => (clearable && value === '') || hasScheme(value, ['http:', 'https:']),
        'Use a full address that starts with https://',
      )
      .refine((value) => !hasUserInfo(value), 'Leave the user name and password out of the address')
  )
}

/** An absolute http or https address. The configuration decides whether http may be called. */
export const httpUri = addressSchema({ clearable: false })

/**
 * An http(s) address, or the empty string, which clears the field. It is not a union, for which
 * generated clients would declare a type.
 */
export const clearableHttpUri = addressSchema({ clearable: true })

/**
 * The address of an image: http(s), a `data:image/` URI, or a path on this server. Empty clears.
 */
export const imageUri = z
  .string()
  .max(200_000)
  .refine(
    (value) =>
      value === '' ||
      /^data:image\/[a-z+.-]+[;,]/i.test(value) ||
      /^\/(?!\/)/.test(value) ||
      (value.length <= maxUriLength && hasScheme(value, ['http:', 'https:'])),
    'Use an https:// address, a data:image/ URI or a path that starts with /',
  )

/**
 * A text whose accents are composed (NFC). One that would be too long even then is refused first,
 * because the time to sort its accents grows with the square of their number.
 */
const composedText = (maxLength: number) =>
  z
    .string()
    .max(10 * maxLength, { error: `Use at most ${maxLength} characters`, abort: true })
    .normalize('NFC')
    .min(1)
    .max(maxLength)

/** A key as a person may type it: letters, digits and `. _ -`, starting with a letter or digit. */
export const elementKey = composedText(100).regex(
  /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
  'Use letters, digits, dots, dashes and underscores, and start with a letter or digit',
)

/** Matches a character that can be seen: neither a blank nor one that formats, such as U+200B. */
export const visibleCharacter = /[^\s\p{Cf}]/u

/** A name, stored as sent, including spaces around it. */
export const displayName = z
  .string()
  .min(1, { error: 'A name needs at least one character', abort: true })
  .max(200)
  .regex(visibleCharacter, 'A name needs a visible character')

/** Categories of an app or a connector, which its owner names freely. */
export const categoryNames = z.array(z.string().min(1).max(100)).max(50)

/** A path segment that names a record. Each operation says which identifiers it takes. */
export const selector = composedText(200)

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC')

/** A JSON object with any members. */
export const freeObject = z.record(z.string(), z.unknown())

/** A point in time in a request. PostgreSQL has no year 0. */
export const timestampInput = z.iso
  .datetime({ abort: true })
  .refine((time) => !time.startsWith('0000'), 'Use a year from 0001 on')

/**
 * Runs a check of an object although some of its members are wrong, so that all issues are found at
 * once. The members that such a check reads can have any type.
 */
export const despiteWrongMembers = {
  when: ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** The workspace that a request is about, in its query or body. */
export const workspaceSelector = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('The workspace. Operators must name one; others may leave it out')
