import { Button, Group, Switch, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { countOf, formatCount } from '../format/format-count'
import { diffTexts, foldUnchanged, startsChange, type DiffLine } from './line-diff'
import classes from './line-diff-view.module.css'

const contextLines = 3

interface LineDiffViewProps {
  /** Names the comparison to screen readers. */
  label: string
  before: string
  after: string
  beforeLabel: string
  afterLabel: string
}

/** Shows two texts compared line by line, with buttons to go from change to change. */
export function LineDiffView({ label, before, after, beforeLabel, afterLabel }: LineDiffViewProps) {
  const [isFolded, setFolded] = useState(true)
  const box = useRef<HTMLPreElement>(null)
  const lines = useMemo(() => diffTexts(before, after), [before, after])
  const [visit, setVisit] = useState<{ lines: DiffLine[]; change: number }>()
  /** The change that was gone to, in these lines. */
  const current = visit?.lines === lines ? visit.change : undefined
  const count = lines.filter((_line, index) => startsChange(lines, index)).length
  const changed = lines.filter(({ kind }) => kind !== 'same').length
  if (changed === 0)
    return (
      <Text fz="sm" role="status">
        {beforeLabel} and {afterLabel} are identical.
      </Text>
    )

  function go(step: 1 | -1) {
    const from = current ?? (step === 1 ? -1 : count)
    const next = (from + step + count) % count
    setVisit({ lines, change: next })
    const change = box.current?.querySelectorAll('[data-change]')[next]
    change?.scrollIntoView({ block: 'center' })
  }

  return (
    <section aria-label={label}>
      <Group gap="xs" mb={4}>
        <Text fz="sm">
          <del style={{ textDecoration: 'none' }}>− {beforeLabel}</del>{' '}
          <ins style={{ textDecoration: 'none' }}>+ {afterLabel}</ins>
        </Text>
        <Text fz="xs" c="dimmed">
          {formatCount(changed)} {changed === 1 ? 'line differs' : 'lines differ'}
        </Text>
        <Text fz="xs" c="dimmed" role="status">
          {current !== undefined && `Change ${formatCount(current + 1)} of ${formatCount(count)}`}
        </Text>
        <Switch
          size="xs"
          label="Only differences"
          checked={isFolded}
          onChange={(event) => setFolded(event.currentTarget.checked)}
          ml="auto"
        />
        <Button size="compact-xs" variant="default" onClick={() => go(-1)}>
          Previous
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => go(1)}>
          Next
        </Button>
      </Group>
      <pre ref={box} className={`code-block ${classes['diff']}`} tabIndex={0} aria-label={label}>
        {foldUnchanged(lines, isFolded ? contextLines : lines.length).map((part, index) =>
          'skipped' in part ? (
            <span key={index} className={classes['skipped']}>
              … {countOf(part.skipped, 'unchanged line')}
            </span>
          ) : (
            part.lines.map((line, offset) => (
              <Line
                key={`${index} ${offset}`}
                line={line}
                isFirst={startsChange(part.lines, offset)}
              />
            ))
          ),
        )}
      </pre>
    </section>
  )
}

function Line({ line: { kind, text }, isFirst }: { line: DiffLine; isFirst: boolean }) {
  const change = isFirst ? { 'data-change': true } : {}
  const content = text === '' ? ' ' : text
  if (kind === 'added') return <ins {...change}>{content}</ins>
  if (kind === 'removed') return <del {...change}>{content}</del>
  return <span className={classes['same']}>{content}</span>
}
