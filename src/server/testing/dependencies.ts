import { AuthCache } from '@/server/core/access/auth-cache'
import type { Dependencies } from '@/server/core/context'
import { keySetCache } from '@/server/core/published'
import { defaultRetention } from '@/server/core/retention'
import { secretBox } from '@/server/core/secrets/secret-box'
import { serverTokens } from '@/server/core/secrets/server-tokens'
import { hmacSigner } from '@/server/core/secrets/signer'
import { OncePer } from '@/server/core/time/once-per'
import { addressCheckRules, WorkspaceTurns, writeRules } from '@/server/core/workspace-turns'
import { memoryMeter } from '@/server/limits/memory-meter'
import { UsageRecorder } from '@/server/limits/usage-recorder'
import { DatabaseChangeFeed } from '@/server/services/changes/feed'

const key = (fill: number) => new Uint8Array(32).fill(fill)

async function refusingFetch(): Promise<Response> {
  throw new TypeError('Nothing is called from here')
}

/** Creates dependencies with fixed keys, which call no other server unless they are given. */
export async function testDependencies({
  database,
  clock,
  log,
  ...others
}: Pick<Dependencies, 'database' | 'clock' | 'log'> &
  Partial<Dependencies>): Promise<Dependencies> {
  const authCache = new AuthCache(database, clock)
  return {
    database,
    clock,
    log,
    secretBox: await secretBox(key(1)),
    serverTokens: await serverTokens(key(2)),
    cursorSigner: hmacSigner(key(3)),
    fetch: refusingFetch,
    keySets: keySetCache(),
    mirrorOperatorLimits: async () => 'unknown instance',
    meter: memoryMeter(clock),
    authCache,
    changes: new DatabaseChangeFeed({ database, clock, log, authCache }),
    retention: defaultRetention,
    usage: new UsageRecorder(clock),
    oncePer: new OncePer(),
    writeTurns: new WorkspaceTurns(writeRules),
    addressCheckTurns: new WorkspaceTurns(addressCheckRules),
    ...others,
  }
}
