import { errorKeys, type ErrorBody, type ErrorKey } from '../../contract/errors'
import { ServiceFault } from '../services/fault'

export interface ErrorAnswer {
  status: number
  body: ErrorBody
}

export function errorAnswer(key: ErrorKey, message: string, data?: unknown): ErrorAnswer {
  const { status, type } = errorKeys[key]
  return { status, body: { type, key, message, ...(data === undefined ? {} : { data }) } }
}

/** The error body of whatever was thrown. What is not a refusal of ours tells nothing but an id to look up in the log. */
export function errorAnswerOf(error: unknown, errorId: string): ErrorAnswer {
  if (error instanceof ServiceFault) return errorAnswer(error.key, error.message, error.data)
  return errorAnswer('internal', `Something went wrong on the server. Quote error ${errorId} when you report it.`, { errorId })
}
