import { Skeleton, Textarea } from '@mantine/core'
import { LoadedPart } from '../ui/loaded-part'
import { lazyPart } from '../ui/new-version'

/** Something wrong in a text, from an offset on. */
export interface TextIssue {
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
  check?: ((text: string) => TextIssue[]) | undefined
  /** Whether the issues stand beside the editor already; otherwise it tells them below itself, with their lines. */
  hideIssues?: boolean
  describedBy?: string | undefined
  minHeight?: string
  maxHeight?: string
}

const CodeMirror = lazyPart(() => import('./code-mirror'))

/** An editor for code and JSON, loaded when it is first needed. Tab leaves it, as it leaves any field. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <LoadedPart
      failed={<PlainEditor {...props} />}
      loading={
        <Skeleton
          height={props.minHeight ?? '6rem'}
          role="status"
          aria-label="Loading the editor"
        />
      }
    >
      <CodeMirror {...props} />
    </LoadedPart>
  )
}

/** Edits the same text where the real editor could not be loaded. */
function PlainEditor({ label, value, onChange, onBlur, readOnly, describedBy }: CodeEditorProps) {
  return (
    <Textarea
      aria-label={label}
      aria-describedby={describedBy}
      classNames={{ input: 'mono' }}
      autosize
      minRows={4}
      maxRows={20}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      readOnly={readOnly === true}
      spellCheck={false}
    />
  )
}
