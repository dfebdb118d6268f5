import { Autocomplete } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { alertTypeNames } from '../../../../../contract/alerts'
import { limitNames } from '../../../../../contract/limits'
import { settings } from '../../../../../contract/workspaces'
import {
  alertTypePath,
  fieldNames,
  labelOf,
  limitPath,
  settingPath,
} from '../../../../forms/member-path'

const paths = [
  ...fieldNames,
  ...Object.keys(settings).map(settingPath),
  ...limitNames.flatMap((name) => [limitPath('workspace', name), limitPath('operator', name)]),
  ...alertTypeNames.map(alertTypePath),
]
const pathByLabel = new Map(paths.map((path) => [labelOf(path), path]))
const labels = [...pathByLabel.keys()]

/** Long enough that a quick typist doesn't search letter by letter. */
const debounceMilliseconds = 150

interface FieldFilterProps {
  path: string | undefined
  onPath: (path: string | undefined) => void
}

/** Filters by a field: chosen by its label, or typed as the beginning of its path. */
export function FieldFilter({ path, onPath }: FieldFilterProps) {
  const [typed, setTyped] = useState(path === undefined ? '' : labelOf(path))
  const [known, setKnown] = useState(path)
  const [handed, setHanded] = useState(path)
  // A path from elsewhere, such as a step back in history, replaces what was typed.
  if (path !== known) {
    setKnown(path)
    if (path !== handed) setTyped(path === undefined ? '' : labelOf(path))
  }
  const handOn = useDebouncedCallback((text: string) => {
    const chosen = pathByLabel.get(text)
    // Part of a label finds nothing yet; the beginning of a path does.
    const isPath = text === '' || paths.some((one) => one.startsWith(text))
    if (chosen === undefined && !isPath) return
    const next = (chosen ?? text) || undefined
    setHanded(next)
    onPath(next)
  }, debounceMilliseconds)
  return (
    <Autocomplete
      aria-label="Field"
      placeholder="Field"
      w={210}
      limit={12}
      data={labels}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        handOn(text)
      }}
    />
  )
}
