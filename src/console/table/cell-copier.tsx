import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState, type RefObject } from 'react'
import classes from './record-table.module.css'

/** A cell of a table, from any place in it. */
export function cellAt(place: EventTarget | null): HTMLElement | undefined {
  const cell = place instanceof Element ? place.closest('[data-copied]') : null
  return cell instanceof HTMLElement ? cell : undefined
}

const copiedMilliseconds = 1500

/** Offers to copy the cell that the pointer is on: one button for all cells, beside the table and not in it. */
export function CellCopier({ table }: { table: RefObject<HTMLDivElement | null> }) {
  const [pointed, setPointed] = useState<{ text: string; label: string; style: { top: number; left: number } }>()
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    const element = table.current
    if (element === null) return undefined
    const point = (event: PointerEvent) => {
      const cell = event.pointerType === 'mouse' ? cellAt(event.target) : undefined
      const text = cell?.dataset['copied'] ?? ''
      setCopied(false)
      if (cell === undefined || text === '') return setPointed(undefined)
      const [frame, box] = [element.getBoundingClientRect(), cell.getBoundingClientRect()]
      // Numbers stand at the right of their cell, all else at the left.
      const left = cell.dataset['figure'] === 'true' ? box.left : Math.min(box.right, frame.right) - buttonSize
      setPointed({ text, label: cell.dataset['label'] ?? '', style: { top: box.top - frame.top + (box.height - buttonSize) / 2, left: left - frame.left } })
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

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds)
    return () => clearTimeout(timer)
  }, [isCopied])

  if (pointed === undefined) return null
  return (
    <ActionIcon
      className={classes['copy'] ?? ''}
      style={pointed.style}
      variant="default"
      size={buttonSize}
      tabIndex={-1}
      aria-label={isCopied ? 'Copied' : `Copy ${pointed.label}`}
      onClick={() => void navigator.clipboard.writeText(pointed.text).then(() => setCopied(true))}
    >
      {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  )
}

const buttonSize = 24
