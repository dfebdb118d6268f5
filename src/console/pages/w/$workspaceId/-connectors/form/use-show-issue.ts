import { useEffect, useState } from 'react'
import type { FormIssue } from './connector-form'
import { stepOf } from './steps'

/**
 * Returns a function that moves the focus to the field of an issue. The field is rendered by then,
 * and marked.
 * @param showOption shows an authentication option by its index
 */
export function useShowIssue(showOption: (index: number) => void): (issue: FormIssue) => void {
  const [issue, setIssue] = useState<FormIssue>()
  useEffect(() => {
    if (issue === undefined) return
    const step = document.getElementById(stepOf(issue.field))
    step?.scrollIntoView()
    const marked = step?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const editor = step
      ?.querySelector('[role="alert"]')
      ?.parentElement?.querySelector<HTMLElement>('.cm-content, input, textarea')
    const field = marked ?? editor
    field?.focus({ preventScroll: true })
  }, [issue])
  return (next) => {
    const index = /^options\.(\d+)/.exec(next.field)?.[1]
    if (index !== undefined) showOption(Number(index))
    // A copy, so that the same issue is shown again.
    setIssue({ ...next })
  }
}
