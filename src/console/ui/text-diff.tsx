import classes from './text-diff.module.css'

/** A text, with the lines marked that another one does not have. */
export function TextDiff({ text, other }: { text: string; other: string | undefined }) {
  const others = new Set(other?.split('\n'))
  return (
    <pre className={`code-block ${classes['text']}`} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        <span key={index} data-differs={other !== undefined && !others.has(line)}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
