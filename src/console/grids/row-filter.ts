interface FilteredRow {
  name: string
  label: string
  description: string
}

/**
 * Returns a function that checks whether a row of a grid passes its filters: a text in its name,
 * label or description, a group, and yes-or-no filters.
 */
export function rowFilter<Row extends FilteredRow, Name extends string>(
  filters: Readonly<Record<Name, { passes: (row: Row) => boolean }>>,
  groupOf: (row: Row) => string,
) {
  return (row: Row, text: string, group: string | undefined, shown: readonly Name[]): boolean => {
    const { name, label, description } = row
    const words = `${name} ${label} ${description}`.toLowerCase()
    return (
      words.includes(text.trim().toLowerCase()) &&
      (group === undefined || groupOf(row) === group) &&
      shown.every((filter) => filters[filter].passes(row))
    )
  }
}
