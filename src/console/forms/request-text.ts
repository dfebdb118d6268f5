interface RequestText {
  method: 'PATCH' | 'POST' | 'PUT'
  /** May be relative to the page. */
  address: string
  body: unknown
  ifMatch?: string | undefined
}

/** A request as a command for a shell. The token stands in a variable, so that it can be pasted into a ticket. */
export function curlOf({ method, address, body, ifMatch }: RequestText): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl -X ${method} ${quoted(new URL(address, location.href).href)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Content-Type: application/json'`,
    ...(ifMatch === undefined ? [] : [`-H ${quoted(`If-Match: ${ifMatch}`)}`]),
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}
