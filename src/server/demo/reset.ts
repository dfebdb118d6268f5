import type { AnswerOf } from '../../contract/operation'
import type { Operations } from '../../contract/operations'
import type { Call } from '../core/context'
import { resetDemo } from './seed'
import { refuseOtherData } from './sign-in'

/** Puts the demo back, for whoever presents it. @throws not_found on data that is not the demo’s */
export async function resetDemoOnRequest(call: Call): Promise<AnswerOf<Operations['resetDemo']>> {
  await refuseOtherData(call.database)
  await resetDemo(call)
  call.log.info({ requestId: call.requestId, by: call.caller.name }, 'the demo was reset')
  return { reset: true }
}
