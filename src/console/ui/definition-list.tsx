import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button'
import classes from './definition-list.module.css'

interface DefinitionProps {
  label: string
  /** The value; without one, the item is not shown. */
  children: ReactNode
  /** The text of a copy button; without it there is none. */
  copied?: string | undefined
}

/** A label and a value of a record, for a definition list. */
export function DefinitionItem({ label, children, copied }: DefinitionProps) {
  if (children === undefined) return null
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" mih={26} pb={4}>
      <Text fz="sm" c="dimmed" w={90} style={{ flexShrink: 0 }}>
        {label}
      </Text>
      <Text component="div" fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {copied !== undefined && <CopyButton value={copied} label={`Copy ${label}`} iconOnly />}
    </Group>
  )
}

/** A label and a value as a row of a panel; unless the page sets columns, as form fields. */
export function DefinitionRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <Text component="div" fz="sm" fw={550}>
        {label}
      </Text>
      <Text component="div" fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  )
}
