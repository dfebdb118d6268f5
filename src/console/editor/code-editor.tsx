import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

/** Something wrong in a text, from an offset on. */
export interface TextFault {
  offset: number
  length: number
  message: string
}

export interface CodeEditorProps {
  /** What it edits, for those who cannot see it. */
  label: string
  language: 'json' | 'javascript'
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  readOnly?: boolean
  /** What is wrong beyond the syntax, marked where it is. */
  check?: ((text: string) => TextFault[]) | undefined
  /** Whether the faults stand beside the editor already; otherwise it tells them below itself, with their lines. */
  faultsTold?: boolean
  describedBy?: string | undefined
  minHeight?: string
  maxHeight?: string
}

const CodeMirror = lazy(() => import('./code-mirror'))

/** An editor for code and JSON, loaded when it is first needed. Tab leaves it, as it leaves any field. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense
      fallback={
        <Skeleton
          height={props.minHeight ?? '6rem'}
          role="status"
          aria-label="Loading the editor"
        />
      }
    >
      <CodeMirror {...props} />
    </Suspense>
  )
}
