import { z } from 'zod'
import './issue-messages'

/** The request header with the reason of a change. */
export const changeReasonHeader = 'Change-Reason'

/** The most characters of a reason. */
export const maxReasonLength = 500

/** Why somebody makes a change: one line of text, empty for no reason. */
export const changeReasonSchema = z
  .string()
  .trim()
  .max(maxReasonLength)
  .regex(
    /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u,
    'Use one line of text, without tabs and other control characters',
  )
