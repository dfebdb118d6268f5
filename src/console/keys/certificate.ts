/** Facts of a certificate beside its key. */
export interface CertificateFacts {
  /** The common name of its subject, or else its organization. */
  subject: string | undefined
  expiresAt: Date | undefined
}

interface Element {
  tag: number
  /** The content of the element. */
  content: Uint8Array
  /** What follows the element. */
  rest: Uint8Array
}

const sequence = 0x30
const version = 0xa0
const utcTime = 0x17

/** Reads one DER element. Undefined where the bytes end before it does. */
function readElement(bytes: Uint8Array): Element | undefined {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = 2 + lengthBytes
  const length =
    lengthBytes === 0
      ? first
      : bytes.subarray(2, start).reduce((value, byte) => value * 256 + byte, 0)
  if (bytes.length < start + length) return undefined
  return {
    tag,
    content: bytes.subarray(start, start + length),
    rest: bytes.subarray(start + length),
  }
}

function* elementsOf(bytes: Uint8Array): Generator<Element> {
  for (let element = readElement(bytes); element !== undefined; element = readElement(element.rest))
    yield element
}

/** The bytes of a PEM block. */
export function pemBytes(pem: string): Uint8Array {
  const base64 = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Whether bytes are one complete DER sequence, and nothing after it. */
export function isWholeSequence(bytes: Uint8Array): boolean {
  const element = readElement(bytes)
  return element !== undefined && element.tag === sequence && element.rest.length === 0
}

function timeOf({ tag, content }: Element): Date | undefined {
  const text = new TextDecoder().decode(content)
  const digits = tag === utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits) ?? []
  return year === undefined
    ? undefined
    : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Object identifiers 2.5.4.3 and 2.5.4.10, in DER. */
const commonName = '85,4,3'
const organization = '85,4,10'

function subjectOf({ content }: Element): string | undefined {
  const names = new Map<string, string>()
  for (const set of elementsOf(content))
    for (const attribute of elementsOf(set.content)) {
      const [type, value] = elementsOf(attribute.content)
      if (type !== undefined && value !== undefined)
        names.set(type.content.join(','), new TextDecoder().decode(value.content))
    }
  return names.get(commonName) ?? names.get(organization)
}

/** Reads subject and expiry of an X.509 certificate in PEM. */
export function readCertificate(pem: string): CertificateFacts {
  const certificate = readElement(pemBytes(pem))
  const body = certificate === undefined ? undefined : readElement(certificate.content)
  const members = [...elementsOf(body?.content ?? new Uint8Array())].filter(
    ({ tag }) => tag !== version,
  )
  // Serial number, signature algorithm, issuer, validity, subject.
  const [, , , validity, subject] = members
  const [, notAfter] = validity === undefined ? [] : elementsOf(validity.content)
  return {
    subject: subject === undefined ? undefined : subjectOf(subject),
    expiresAt: notAfter === undefined ? undefined : timeOf(notAfter),
  }
}
