import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button'
import classes from './definition-list.module.css'

interface FactProps {
  label: string
  /** Nothing is shown of a fact that is not known. */
  children: ReactNode
  /** The text to copy, where one may want to. */
  copied?: string | undefined
}

/** One thing that is known of a record: what it is called, and what it is. */
export function DefinitionItem({ label, children, copied }: FactProps) {
  if (children === undefined) return null
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" mih={26}>
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

/** The same as a row of a panel: the value stands where the fields of a form stand. */
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
