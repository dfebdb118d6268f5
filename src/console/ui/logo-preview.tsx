import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { AppLogo } from './app-logo'
import { PreviewBoundary } from './preview-boundary'

/** While an address is typed, its beginnings are not requested. */
const typingPauseMilliseconds = 500

interface LogoPreviewProps {
  name: string
  src: string
  /** The field that the address is typed into. */
  children: ReactNode
}

/** Shows a logo beside the field for its address, and says so below if it can’t be loaded. */
export function LogoPreview({ name, src, children }: LogoPreviewProps) {
  const [shown] = useDebouncedValue(src, typingPauseMilliseconds)
  const [failed, setFailed] = useState('')
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        {children}
        <PreviewBoundary text={`${name} ${shown}`} fallback={null}>
          <AppLogo
            name={name}
            src={shown === '' ? undefined : shown}
            size={36}
            onFailed={() => setFailed(shown)}
          />
        </PreviewBoundary>
      </Group>
      <Text fz="xs" c="var(--sb-danger-text)" role="status">
        {src !== '' && src === failed && 'The image at this address can’t be loaded.'}
      </Text>
    </div>
  )
}
