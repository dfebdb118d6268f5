import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { debounceMilliseconds } from './use-typed'

/** Returns the text to search the server for, debounced, and whether it is still being typed. */
export function useSearched(search: string): { searched: string; isTyping: boolean } {
  const [searched] = useDebouncedValue(search, debounceMilliseconds)
  return { searched, isTyping: searched !== search }
}

const choosingKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter'])

interface SearchedSelectProps extends Omit<SelectProps, 'data' | 'filter' | 'searchable'> {
  options: { value: string; label: string }[]
  /** Whether the options are those of an earlier search. */
  isOutdated: boolean
  isFetching: boolean
}

/**
 * A select whose options the server searches. Outdated ones stay until the results arrive, but
 * cannot be chosen: the results would move under the pointer.
 */
export function SearchedSelect({
  options,
  isOutdated,
  isFetching,
  ...others
}: SearchedSelectProps) {
  return (
    <Select
      {...others}
      searchable
      data={options.map((option) => ({ ...option, disabled: isOutdated }))}
      filter={({ options: unfiltered }) => unfiltered}
      onKeyDownCapture={(event) => {
        if (!isOutdated || !choosingKeys.has(event.key)) return
        // An arrow key would select the last disabled option unseen, and Enter choose it later.
        event.preventDefault()
        event.stopPropagation()
      }}
      rightSection={isFetching ? <Loader size={12} /> : undefined}
    />
  )
}
