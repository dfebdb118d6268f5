import { parseJson } from '@/console/browser/parse-json'

/** Returns a JSON text with line breaks and indentation, and any other text unchanged. */
export function indentJson(text: string): string {
  const json = parseJson(text)
  return json === undefined ? text : JSON.stringify(json, null, 2)
}
