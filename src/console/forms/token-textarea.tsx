import { Textarea, type TextareaProps } from '@mantine/core'

/** A field to paste a token into. */
export function TokenTextarea(props: TextareaProps) {
  return (
    <Textarea
      placeholder="eyJ…"
      classNames={{ input: 'mono' }}
      autosize
      minRows={2}
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}
