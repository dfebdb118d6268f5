import { ActionIcon, Button, CopyButton as MantineCopyButton } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { IconCheck, IconCopy } from './icons.gen'
import { loadWhenIdle } from './loading/load-when-idle'

// Optional: if it fails to load, the button works without, since it only repeats the label.
const Tooltip = loadWhenIdle(() => import('./lazy-tooltip').catch(() => ({ default: () => null })))

/** A button that copies a text; an icon with an accessible name, or with a visible label. */
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
