interface RequestText {
  method: string
  /** May be relative to the page. */
  address: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** A request as a command for a shell. The token stands in a variable, so that it can be pasted into a ticket. */
export function curlOf({ method, address, body, headers = {} }: RequestText): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl -X ${method} ${quoted(new URL(address, location.href).href)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}
