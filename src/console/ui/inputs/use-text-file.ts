import { useState } from 'react'
import { NotTextError, readTextFile } from '@/console/browser/text-file'

interface TextFileOptions {
  /** The text of the field that files are read into. */
  text: string
  onText: (text: string, file: File) => void
  /** @returns why a file is refused before it is read */
  refuse?: (file: File) => string | undefined
}

/** Returns the text of a file, or why it could not be read and what to do. */
async function read(file: File): Promise<{ text: string } | { message: string }> {
  try {
    return { text: await readTextFile(file) }
  } catch (error) {
    if (error instanceof NotTextError) return { message: `${file.name} is not a text file.` }
    const cause = 'It may have been moved or changed, or you may not have access to it.'
    return { message: `${file.name} can’t be read. ${cause} Choose it again.` }
  }
}

/**
 * Reads chosen files into the text of a field.
 * @returns `fileError`: why the last file was not read, until the text changes
 */
export function useTextFile({ text, onText, refuse }: TextFileOptions) {
  const [fileError, setFileError] = useState<string>()
  const [before, setBefore] = useState(text)
  if (text !== before) {
    setBefore(text)
    setFileError(undefined)
  }

  async function readFile(file: File): Promise<void> {
    const refusal = refuse?.(file)
    const result = refusal === undefined ? await read(file) : { message: refusal }
    setFileError('message' in result ? result.message : undefined)
    if ('text' in result) onText(result.text, file)
  }

  return { readFile, fileError }
}
