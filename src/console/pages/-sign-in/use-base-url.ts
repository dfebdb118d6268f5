import { useState } from 'react'
import { ownApi } from '@/console/browser/site'

/** Why an address can't be that of an API; undefined when it can. */
function findAddressIssue(address: string): string | undefined {
  if (address.startsWith('/')) return undefined
  return /^https?:\/\//.test(address) && URL.canParse(address)
    ? undefined
    : 'Start with https:// or http://, or with / for this server'
}

/**
 * The base URL of the API, as it is typed and once it is complete: what comes before are hosts too,
 * which must not be called.
 */
export function useBaseUrl() {
  const [typed, setTyped] = useState(ownApi)
  const [baseUrl, setBaseUrl] = useState(ownApi)
  return {
    typed,
    baseUrl,
    issue: findAddressIssue(baseUrl),
    type: setTyped,
    complete: () => setBaseUrl(typed.trim().replace(/\/+$/, '')),
    choose(known: string) {
      setTyped(known)
      setBaseUrl(known)
    },
  }
}
