/** Makes spreadsheets read a CSV file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Downloads a text as a file. */
export function download(name: string, type: string, text: string): void {
  downloadBlob(name, new Blob(type === 'text/csv' ? [byteOrderMark, text] : [text], { type }))
}

/** Downloads a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
