import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { CopyButton } from '../copy-button'
import classes from './code-block.module.css'

const linesOfPart = 200

/** Splits a text into parts of some lines each. */
function partsOf(text: string): string[][] {
  const lines = text.split('\n')
  return Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, index) =>
    lines.slice(index * linesOfPart, (index + 1) * linesOfPart),
  )
}

interface CodeBlockProps {
  /** What screen readers call it. */
  label: string
  /** Shows it in its full height. */
  whole?: boolean
  children: string
}

/**
 * Text in its own lines, which scrolls, by keyboard too. Of a long text, the browser lays out only
 * the parts that are on the screen.
 */
export function CodeBlock({ label, whole = false, children }: CodeBlockProps) {
  const parts = useMemo(() => partsOf(children), [children])
  return (
    <pre
      className="code-block"
      tabIndex={0}
      aria-label={label}
      style={whole ? { maxHeight: 'none' } : undefined}
    >
      {parts.length === 1
        ? children
        : parts.map((lines, index) => (
            <span
              key={index}
              className={classes['part']}
              style={{ containIntrinsicBlockSize: `auto ${lines.length}lh` }}
            >
              {lines.join('\n')}
            </span>
          ))}
    </pre>
  )
}

/** A record as JSON, in its full height, to read and to copy. */
export function JsonBlock({ value }: { value: unknown }) {
  const json = useMemo(() => JSON.stringify(value, null, 2), [value])
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
