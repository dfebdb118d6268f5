import { toApiError, type ApiError } from '@/console/api/api-error'
import { call } from '@/console/api/client'
import { pause } from '@/console/browser/pause'
import { connectorOperations } from '@/contract/connectors'

export interface Traffic {
  accepted: number
  refused: number
  /** The message of the last refusal. */
  lastRefusal?: string | undefined
}

/**
 * Sends real requests at an even rate and reports the counts after each. Stops at the first failure
 * other than a refusal by a limit.
 * @param seconds how long to send
 * @param perSecond how many requests to send each second
 * @throws ApiError
 */
export async function makeTraffic(
  workspaceId: string,
  { seconds, perSecond }: { seconds: number; perSecond: number },
  report: (traffic: Traffic) => void,
): Promise<void> {
  let traffic: Traffic = { accepted: 0, refused: 0 }
  const failures: ApiError[] = []
  const send = async () => {
    try {
      await call(connectorOperations.listConnectors, { query: { limit: 1 } }, { workspaceId })
      traffic = { ...traffic, accepted: traffic.accepted + 1 }
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.status === 429)
        traffic = { ...traffic, refused: traffic.refused + 1, lastRefusal: error.message }
      else failures.push(error)
    }
    report(traffic)
  }
  const sent: Promise<void>[] = []
  for (let request = 0; request < seconds * perSecond && failures.length === 0; request += 1) {
    sent.push(send())
    await pause(1000 / perSecond)
  }
  await Promise.all(sent)
  const [failure] = failures
  if (failure !== undefined) throw failure
}
