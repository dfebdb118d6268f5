import { TagsInput, type TagsInputProps } from '@mantine/core'

/** What separates the entries of a list, also of one that is copied from a spreadsheet. */
const separators = [',', '\n', '\t']

/**
 * A field for several texts, which can be pasted one per line. Mantine's own would also paste while
 * it is read-only.
 */
export function ListInput({
  splitChars: furtherSeparators,
  readOnly = false,
  onChange,
  ...props
}: TagsInputProps) {
  return (
    <TagsInput
      {...props}
      splitChars={[...separators, ...(furtherSeparators ?? [])]}
      readOnly={readOnly}
      onChange={(value) => {
        if (!readOnly) onChange?.(value)
      }}
    />
  )
}
