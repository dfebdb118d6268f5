import { TagsInput, type TagsInputProps } from '@mantine/core'

/** What separates the entries of a list that is copied from a text or a spreadsheet. */
const pastedSeparators = ['\n', '\t']

/**
 * A field for several texts, which can be pasted one per line. Mantine's own would also paste while
 * it is read-only.
 */
export function ListInput({
  splitChars = [','],
  readOnly = false,
  onChange,
  ...props
}: TagsInputProps) {
  return (
    <TagsInput
      {...props}
      splitChars={[...splitChars, ...pastedSeparators]}
      readOnly={readOnly}
      onChange={(value) => {
        if (!readOnly) onChange?.(value)
      }}
    />
  )
}
