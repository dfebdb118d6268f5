import { Autocomplete, type OptionsFilter } from '@mantine/core'
import {
  alertTypePath,
  fieldPaths,
  labelOf,
  limitPath,
  settingPath,
} from '@/console/edits/member-path'
import { useTyped } from '@/console/ui/inputs/use-typed'
import { alertTypeNames } from '@/contract/alerts'
import { limitNames } from '@/contract/limits'
import { settings } from '@/contract/workspaces'

const paths = [
  ...fieldPaths,
  ...Object.keys(settings).map(settingPath),
  ...limitNames.flatMap((name) => [limitPath('workspace', name), limitPath('operator', name)]),
  ...alertTypeNames.map(alertTypePath),
]
const pathByLabel = new Map(paths.map((path) => [labelOf(path), path]))
const labels = [...pathByLabel.keys()]

/** Finds fields by a part of their label, or of their name in the specification. */
const findFields: OptionsFilter = ({ options, search, limit }) => {
  const text = search.trim().toLowerCase()
  const isFound = (label: string) =>
    [label, pathByLabel.get(label)].some((name) => name?.toLowerCase().includes(text))
  return options.filter((option) => 'label' in option && isFound(option.label)).slice(0, limit)
}

/** Returns the path of a text: of a whole label, or the text if it is the beginning of a path. */
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
      filter={findFields}
      data={labels}
      value={field.typed}
      onChange={field.type}
    />
  )
}
