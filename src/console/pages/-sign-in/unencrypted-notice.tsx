import { Alert } from '@mantine/core'
import { hasWebCrypto } from '@/console/browser/web-crypto'

/** Warns where the connection is not encrypted, and says what browsers do not allow there. */
export function UnencryptedNotice() {
  if (hasWebCrypto()) return null
  return (
    <Alert color="caution" title="This connection is not encrypted">
      Others on the network can read your token and your data. Copying, checking keys and signing in
      with a secret do not work. Ask for an https address of this server.
    </Alert>
  )
}
