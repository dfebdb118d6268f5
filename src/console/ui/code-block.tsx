import { Group } from '@mantine/core'
import { CopyButton } from './copy-button'

interface CodeBlockProps {
  /** What screen readers call it. */
  label?: string
  /** Shows it in its full height. */
  whole?: boolean
  children: string
}

/** Text in its own lines, which scrolls, by keyboard too. */
export function CodeBlock({ label, whole = false, children }: CodeBlockProps) {
  return (
    <pre
      className="code-block"
      tabIndex={0}
      aria-label={label}
      style={whole ? { maxHeight: 'none' } : undefined}
    >
      {children}
    </pre>
  )
}

/** A record as JSON, in its full height, to read and to copy. */
export function JsonBlock({ value }: { value: unknown }) {
  const json = JSON.stringify(value, null, 2)
  return (
    <>
      <Group justify="flex-end" mb={4}>
        <CopyButton value={json} label="Copy JSON" />
      </Group>
      <CodeBlock label="JSON" whole>
        {json}
      </CodeBlock>
    </>
  )
}
