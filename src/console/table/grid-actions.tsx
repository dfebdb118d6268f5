import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconArrowBackUp, IconArrowForwardUp, IconDots } from '@/console/ui/icons.gen'

interface GridActionsProps {
  /** Undefined if there is nothing to undo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  /** The items of the menu for import and export. */
  children: ReactNode
}

/** The actions of a whole grid: undo, redo and the menu. */
export function GridActions({ undo, redo, children }: GridActionsProps) {
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        px={8}
        disabled={undo === undefined}
        onClick={undo}
        aria-label="Undo"
      >
        <IconArrowBackUp size={16} />
      </Button>
      <Button
        variant="default"
        size="compact-md"
        px={8}
        disabled={redo === undefined}
        onClick={redo}
        aria-label="Redo"
      >
        <IconArrowForwardUp size={16} />
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="compact-md" px={8} aria-label="Import and export">
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </>
  )
}
