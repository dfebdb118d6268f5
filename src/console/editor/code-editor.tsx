import { Skeleton } from '@mantine/core'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { NearScreen } from '@/console/ui/loading/near-screen'

/** A problem in a text, with its offset. */
export interface TextIssue {
  offset: number
  length: number
  message: string
}

export interface CodeEditorProps {
  /** The accessible name. */
  label: string
  language: 'json' | 'javascript'
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  readOnly?: boolean
  /** Finds problems beyond the syntax; the editor marks them in the text. */
  check?: ((text: string) => TextIssue[]) | undefined
  /** Whether not to list the issues with their lines below the editor. */
  hideIssues?: boolean
  describedBy?: string | undefined
  minHeight?: string
}

const CodeMirror = lazyPart(() => import('./code-mirror'))

/** An editor for code and JSON, loaded when it comes near. Tab leaves it, as in any field. */
export function CodeEditor({ minHeight = '6rem', ...props }: CodeEditorProps) {
  return (
    <NearScreen placeholder={<Skeleton height={minHeight} />}>
      <LoadedPart
        failed={<PlainEditor {...props} />}
        staysFailed
        loading={<Skeleton height={minHeight} role="status" aria-label="Loading the editor" />}
      >
        <CodeMirror {...props} minHeight={minHeight} />
      </LoadedPart>
    </NearScreen>
  )
}

/** A plain text area, used if the editor could not be loaded. */
function PlainEditor({ label, value, onChange, onBlur, readOnly, describedBy }: CodeEditorProps) {
  return (
    <GrowingTextarea
      aria-label={label}
      aria-describedby={describedBy}
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
