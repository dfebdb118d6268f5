import { Autocomplete } from '@mantine/core'
import { alertTypeNames } from '../../../../../contract/alerts'
import { limitNames } from '../../../../../contract/limits'
import { settings } from '../../../../../contract/workspaces'
import {
  alertTypePath,
  fieldPaths,
  labelOf,
  limitPath,
  settingPath,
} from '../../../../edits/member-path'
import { useTyped } from '../../../../ui/use-typed'

const paths = [
  ...fieldPaths,
  ...Object.keys(settings).map(settingPath),
  ...limitNames.flatMap((name) => [limitPath('workspace', name), limitPath('operator', name)]),
  ...alertTypeNames.map(alertTypePath),
]
const pathByLabel = new Map(paths.map((path) => [labelOf(path), path]))
const labels = [...pathByLabel.keys()]

/** Returns the path of a text. Part of a label is none yet; the beginning of a path is. */
function pathIn(text: string): string | undefined {
  const isPath = text === '' || paths.some((path) => path.startsWith(text))
  return pathByLabel.get(text) ?? (isPath ? text : undefined)
}

interface FieldFilterProps {
  path: string | undefined
  onPath: (path: string | undefined) => void
}

/** Filters by a field: chosen by its label, or typed as the beginning of its path. */
export function FieldFilter({ path, onPath }: FieldFilterProps) {
  const field = useTyped({
    value: path ?? '',
    onValue: onPath,
    textOf: (value) => (value === '' ? '' : labelOf(value)),
    read: pathIn,
  })
  return (
    <Autocomplete
      aria-label="Field"
      placeholder="Field"
      w={210}
      limit={12}
      data={labels}
      value={field.typed}
      onChange={field.type}
    />
  )
}
