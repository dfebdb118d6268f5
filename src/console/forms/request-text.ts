import type { WorkspaceUpdate } from '../../contract/workspaces'

/** An update as a command for a shell. The token stands in a variable, so that it can be pasted into a ticket. */
export function curlOf(baseUrl: string, workspaceId: string, body: WorkspaceUpdate, ifMatch: string | undefined): string {
  const address = new URL(`${baseUrl}/org-workspaces/${encodeURIComponent(workspaceId)}`, location.href).href
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl -X PATCH ${quoted(address)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Content-Type: application/json'`,
    ...(ifMatch === undefined ? [] : [`-H ${quoted(`If-Match: ${ifMatch}`)}`]),
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}
