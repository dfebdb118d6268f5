// During a deployment, a page and its code can come from servers of different versions. A page
// whose code is missing is loaded again; if that does not help, it says so.
let isCodeMissing = false
addEventListener(
  'error',
  ({ target }) => {
    if (isCodeMissing || !(target instanceof HTMLScriptElement)) return
    isCodeMissing = true
    const key = 'signalbox-reloaded-at'
    const since = Date.now() - Number(sessionStorage.getItem(key))
    sessionStorage.setItem(key, String(Date.now()))
    if (since > 10_000) {
      setTimeout(() => location.reload(), 500)
      return
    }
    const link = document.createElement('a')
    link.href = location.href
    link.textContent = 'Reload'
    const message = document.createElement('p')
    message.role = 'alert'
    message.style.margin = '2rem'
    message.append('The console could not be loaded. ', link)
    document.getElementById('root').append(message)
  },
  true,
)
