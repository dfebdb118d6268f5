interface RequestText {
  method: string
  /** The URL; it may be relative to the page. */
  address: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** Formats a request as a curl command. The token is a variable, so that it is safe to share. */
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
