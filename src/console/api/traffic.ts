import { connectorOperations } from '../../contract/connectors'
import { call } from './client'
import { toApiError } from './api-error'
import { pause } from './pause'

export interface Traffic {
  accepted: number
  refused: number
  /** The message of the last refusal. */
  lastRefusal?: string | undefined
}

/**
 * Sends real requests at an even rate and reports the counts after each.
 * @param seconds how long to send
 * @param perSecond how many requests to send each second
 */
export async function makeTraffic(
  workspaceId: string,
  { seconds, perSecond }: { seconds: number; perSecond: number },
  report: (traffic: Traffic) => void,
): Promise<void> {
  let traffic: Traffic = { accepted: 0, refused: 0 }
  const send = async () => {
    try {
      await call(
        connectorOperations.listConnectors,
        { query: { limit: 1 } },
        { workspaceId, asWorkspace: true },
      )
      traffic = { ...traffic, accepted: traffic.accepted + 1 }
    } catch (error) {
      traffic = { ...traffic, refused: traffic.refused + 1, lastRefusal: toApiError(error).message }
    }
    report(traffic)
  }
  const sent: Promise<void>[] = []
  for (let request = 0; request < seconds * perSecond; request += 1) {
    sent.push(send())
    await pause(1000 / perSecond)
  }
  await Promise.all(sent)
}
