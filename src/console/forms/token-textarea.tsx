import type { TextareaProps } from '@mantine/core'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'

/** A field to paste a token into. */
export function TokenTextarea(props: TextareaProps) {
  return (
    <GrowingTextarea
      placeholder="eyJ…"
      minRows={2}
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}
