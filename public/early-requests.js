// Starts what a page reads first, while its code is still being fetched, and says which page the
// frame is shown for. The client takes the responses over.
try {
  const root = document.documentElement
  const requests = []
  const workspaceId = /^\/w\/([^/]+)/.exec(location.pathname)?.[1]
  const session = JSON.parse(sessionStorage.getItem('signalbox-session') ?? 'null')
  if (location.pathname === '/sign-in') {
    root.dataset.frame = 'sign-in'
    root.dataset.page = 'sign-in'
    requests.push({ address: '/api/single-sign-on' }, { address: '/api/demo' })
  } else if (workspaceId !== undefined && session !== null) {
    root.dataset.frame = 'workspace'
    const [path, record] = location.pathname.split('/').slice(3)
    const page = path || 'overview'
    if (!record) root.dataset.page = page
    const words = page.replaceAll('-', ' ')
    const title = words[0].toUpperCase() + words.slice(1)
    root.style.setProperty('--frame-title', JSON.stringify(title))
    const { baseUrl, token } = session
    const claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
    const isOfTenant = (claims.tenantKey ?? claims.id) !== undefined
    const readsRecord = claims.operator === true || (claims.isAdmin === true && !isOfTenant)
    requests.push({ address: `${baseUrl}/org-workspaces?limit=1`, token })
    if (readsRecord)
      requests.push({
        address: `${baseUrl}/org-workspaces/${workspaceId}?includeArchived=true`,
        token,
      })
  }
  window.earlyResponses = new Map(
    requests.map(({ address, token }) => {
      const headers = { Accept: 'application/json' }
      if (token !== undefined) headers.Authorization = `Bearer ${token}`
      return [address, { token, response: fetch(address, { headers }) }]
    }),
  )
  for (const { response } of window.earlyResponses.values()) response.catch(() => {})
} catch {
  // The page then reads by itself.
}
// The server names the files of the page. They come after the requests, which are small.
for (const file of document.head.dataset.files?.match(/\S+/g) ?? []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}
