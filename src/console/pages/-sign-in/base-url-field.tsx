import { TextInput } from '@mantine/core'
import { ownApi } from '@/console/browser/site'
import type { useBaseUrl } from './use-base-url'

/** Asks for the base URL of the API. */
export function BaseUrlField({ url }: { url: ReturnType<typeof useBaseUrl> }) {
  return (
    <TextInput
      label="Base URL of the API"
      description={`${ownApi} is this server. Any engine with this API works too.`}
      value={url.typed}
      onChange={(event) => url.type(event.currentTarget.value)}
      onBlur={url.complete}
      onKeyDown={(event) => {
        if (event.key === 'Enter') url.complete()
      }}
      error={url.issue}
      classNames={{ input: 'mono' }}
      required
    />
  )
}
