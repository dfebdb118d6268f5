/** Returns a sentence without the label that it starts with, for a place that has the label. */
export function withoutLabel(text: string, label: string): string {
  const prefix = `${label}: `
  if (!text.startsWith(prefix)) return text
  const rest = text.slice(prefix.length)
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}
