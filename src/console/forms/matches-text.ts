/**
 * Whether a text occurs in the name, label or description of a row. Empty text matches all rows.
 */
export function matchesText(
  { name, label, description }: { name: string; label: string; description: string },
  text: string,
): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || `${name} ${label} ${description}`.toLowerCase().includes(wanted)
}
