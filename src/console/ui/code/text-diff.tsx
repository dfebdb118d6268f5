import { diffTexts } from './line-diff'
import classes from './text-diff.module.css'

/** Shows a text and highlights the lines that differ from another one. */
export function TextDiff({ text, other }: { text: string; other: string | undefined }) {
  const lines = diffTexts(text, other ?? text).filter(({ kind }) => kind !== 'added')
  return (
    <pre className={`code-block ${classes['text']}`} tabIndex={0}>
      {lines.map((line, index) => (
        <span key={index} data-differs={line.kind === 'removed'}>
          {line.text}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
