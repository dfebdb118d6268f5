import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { assertDemoData } from './demo-data'
import { resetDemo } from './seed'

/** Resets the demo. @throws not_found if the data isn't the demo's */
export async function resetDemoOnRequest(
  context: RequestContext,
): Promise<ResponseOf<Operations['resetDemo']>> {
  await assertDemoData(context.database)
  await (context.demo?.browser?.restore() ?? resetDemo(context))
  context.oncePer.forget()
  context.log.info({ requestId: context.requestId, by: context.caller.name }, 'the demo was reset')
  return { reset: true }
}
