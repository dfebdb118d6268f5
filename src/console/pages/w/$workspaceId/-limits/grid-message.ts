/** The message of the limits grid about the last key, paste or click. */
export interface GridMessage {
  text: string
  isError: boolean
}
