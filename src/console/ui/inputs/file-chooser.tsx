import { Button, FileButton, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface FileChooserProps extends ButtonProps {
  /** The accepted file types, for the `accept` attribute. */
  accept: string
  onFile: (file: File) => void
}

/** A button that chooses a file. The same can be chosen again, after it was corrected. */
export function FileChooser({ accept, onFile, ...button }: FileChooserProps) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.()
        if (file !== null) onFile(file)
      }}
    >
      {(props) => (
        <Button {...props} variant="default" {...button}>
          Choose a file
        </Button>
      )}
    </FileButton>
  )
}
