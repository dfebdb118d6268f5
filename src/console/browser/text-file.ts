/**
 * Decodes UTF-8, or what older programs on Windows write, in which `ü` is a byte of its own: no
 * character beyond ASCII is valid UTF-8 then.
 */
function decode(bytes: ArrayBuffer): string {
  const text = new TextDecoder().decode(bytes)
  const isOther = text.includes('\ufffd') && !/[^\p{ASCII}\ufffd]/u.test(text)
  return isOther ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** The error of reading a file that has something else than text, for example a spreadsheet. */
export class NotTextError extends Error {}

/**
 * Reads a text file as UTF-8, or as UTF-16 if it says so, as those of Excel and PowerShell do.
 * @throws NotTextError if it is not text, or the error of the browser if it can't be read
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Text has no NUL, and nearly every other file has some.
  if (new Uint8Array(bytes).includes(0)) throw new NotTextError()
  return decode(bytes)
}
