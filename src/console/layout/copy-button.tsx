import { ActionIcon, Button, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text; as an icon with a name for those who cannot see it, or with the name written out. */
export function CopyButton({ value, label, iconOnly = false }: { value: string; label: string; iconOnly?: boolean }) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) =>
        iconOnly ? (
          <Tooltip label={copied ? 'Copied' : label}>
            <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={label}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button variant="default" size="compact-sm" onClick={copy} leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}>
            {copied ? 'Copied' : label}
          </Button>
        )
      }
    </MantineCopyButton>
  )
}
