/** Whether a row is found by its member name, label or description. An empty text finds every row. */
export function matchesText(
  { name, label, description }: { name: string; label: string; description: string },
  text: string,
): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || `${name} ${label} ${description}`.toLowerCase().includes(wanted)
}
