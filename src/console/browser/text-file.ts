/** Reads a text file as UTF-8, or as UTF-16 if it says so, as those of Excel and PowerShell do. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  const isLittleEndian = first === 0xff && second === 0xfe
  const isBigEndian = first === 0xfe && second === 0xff
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
