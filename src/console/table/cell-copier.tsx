import { ActionIcon, CopyButton } from '@mantine/core'
import { useEffect, useState, type RefObject } from 'react'
import { IconCheck, IconCopy } from '@/console/ui/icons.gen'
import classes from './record-table.module.css'

/** Returns the table cell that an event target is in. */
export function cellAt(place: EventTarget | null): HTMLElement | undefined {
  const cell = place instanceof Element ? place.closest('[data-copied]') : null
  return cell instanceof HTMLElement ? cell : undefined
}

const copiedMilliseconds = 1500

/** Shows a copy button on the hovered cell: one for all cells, outside the table. */
export function CellCopier({ table }: { table: RefObject<HTMLDivElement | null> }) {
  const [pointed, setPointed] = useState<{
    text: string
    label: string
    style: { top: number; left: number }
  }>()

  useEffect(() => {
    const element = table.current
    if (element === null) return undefined
    const point = (event: PointerEvent) => {
      const cell = event.pointerType === 'mouse' ? cellAt(event.target) : undefined
      const text = cell?.dataset['copied'] ?? ''
      if (cell === undefined || text === '') return setPointed(undefined)
      const [frame, box] = [element.getBoundingClientRect(), cell.getBoundingClientRect()]
      // Numbers stand at the right of their cell, all else at the left.
      const left =
        cell.dataset['figure'] === 'true' ? box.left : Math.min(box.right, frame.right) - buttonSize
      setPointed({
        text,
        label: cell.dataset['label'] ?? '',
        style: {
          top: box.top - frame.top + (box.height - buttonSize) / 2,
          left: left - frame.left,
        },
      })
    }
    const forget = () => setPointed(undefined)
    element.addEventListener('pointerover', point)
    element.addEventListener('scroll', forget)
    element.parentElement?.addEventListener('pointerleave', forget)
    return () => {
      element.removeEventListener('pointerover', point)
      element.removeEventListener('scroll', forget)
      element.parentElement?.removeEventListener('pointerleave', forget)
    }
  }, [table])

  if (pointed === undefined) return null
  const { text, label, style } = pointed
  return (
    // Another cell has not been copied yet.
    <CopyButton
      key={`${style.top} ${style.left} ${text}`}
      value={text}
      timeout={copiedMilliseconds}
    >
      {({ copied, copy }) => (
        <ActionIcon
          className={classes['copy'] ?? ''}
          style={style}
          variant="default"
          size={buttonSize}
          tabIndex={-1}
          aria-label={copied ? 'Copied' : `Copy ${label}`}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}

const buttonSize = 24
