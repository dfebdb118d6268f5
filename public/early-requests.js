// Starts what a page of a workspace reads first, while its code is still being fetched. The client
// takes these responses over.
try {
  const workspaceId = /^\/w\/([^/]+)/.exec(location.pathname)?.[1]
  const session = JSON.parse(sessionStorage.getItem('signalbox-session') ?? 'null')
  if (workspaceId !== undefined && session !== null) {
    const page = (location.pathname.split('/')[3] ?? '').replaceAll('-', ' ') || 'overview'
    document.querySelector('#frame p').textContent = page[0].toUpperCase() + page.slice(1)
    document.documentElement.dataset.frame = 'workspace'
    const claims = JSON.parse(atob(session.token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
    const readsRecord = claims.operator === true || claims.isAdmin === true
    const paths = ['/org-workspaces?limit=1']
    if (readsRecord) paths.push(`/org-workspaces/${workspaceId}?includeArchived=true`)
    const headers = { Accept: 'application/json', Authorization: `Bearer ${session.token}` }
    window.earlyResponses = new Map(
      paths.map((path) => [session.baseUrl + path, { token: session.token, response: fetch(session.baseUrl + path, { headers }) }]),
    )
    for (const { response } of window.earlyResponses.values()) response.catch(() => {})
  }
} catch {
  // The page then reads by itself.
}
