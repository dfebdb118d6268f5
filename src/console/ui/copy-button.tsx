import { ActionIcon, Button, CopyButton as MantineCopyButton } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { IconCheck, IconCopy } from './icons.gen'
import { loadWhenIdle } from './load-when-idle'

// Can be done without, where it does not come: it says again what the button is called.
const Tooltip = loadWhenIdle(() => import('./lazy-tooltip').catch(() => ({ default: () => null })))

/** Copies a text; as an icon with a name for those who cannot see it, or with the name written out. */
export function CopyButton({
  value,
  label,
  iconOnly = false,
}: {
  value: string
  label: string
  iconOnly?: boolean
}) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) =>
        iconOnly ? (
          <>
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              size="sm"
              onClick={copy}
              aria-label={label}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
            <Suspense fallback={null}>
              <Tooltip target={button} label={copied ? 'Copied' : label} />
            </Suspense>
          </>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          >
            {copied ? 'Copied' : label}
          </Button>
        )
      }
    </MantineCopyButton>
  )
}
