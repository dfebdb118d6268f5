import type { LimitName } from '../../contract/limits'
import type { CallerIdentity, Dependencies } from '../core/context'
import { meterRequest } from './effective-limit'
import type { LimitSources } from '../../contract/limits'
import { LimitExceeded } from './limit-exceeded'
import type { Level, Verdict } from '../core/meter'

const ofWorkspace = [
  'apiRequestsPerSecond',
  'apiRequestsPerHour',
  'parallelApiRequests',
] as const satisfies readonly LimitName[]
const ofTenant = [
  'apiRequestsPerTenantPerSecond',
  'apiRequestsPerTenantPerHour',
  'parallelApiRequestsPerTenant',
] as const satisfies readonly LimitName[]
const inFlight = new Set<LimitName>(['parallelApiRequests', 'parallelApiRequestsPerTenant'])

export interface Admission {
  levels: readonly Level[]
  /** What refused it; absent where it was admitted. */
  refusal?: LimitExceeded
  /** Says that the request has ended. */
  end: () => Promise<void>
}

/** The refusal by the limit that asks for the longest wait. */
export function limitExceededError(levels: readonly Level[]): LimitExceeded | undefined {
  const full = levels.filter(({ used, max }) => used + 1 > max)
  const [longest] = full.toSorted((a, b) => b.resetSeconds - a.resetSeconds)
  if (longest === undefined) return undefined
  const seconds = inFlight.has(longest.limit) ? 1 : Math.max(1, Math.ceil(longest.resetSeconds))
  return new LimitExceeded(longest.limit, longest.max, seconds)
}

/** Puts what a verdict says of each limit into the record of usage. */
export function recordVerdict(
  { usage }: Pick<Dependencies, 'usage'>,
  workspaceId: string,
  { accepted, levels }: Verdict,
): void {
  for (const { limit, used, max } of levels) {
    // A request that another limit refused was not one that this limit saw.
    const refused = !accepted && used + 1 > max
    if (accepted || refused)
      usage.record({ workspaceId, limit, level: refused ? used + 1 : used, max, refused })
  }
}

/** Counts a request against the limits of its workspace and tenant. */
export async function admitRequest(
  dependencies: Dependencies,
  caller: Exclude<CallerIdentity, { role: 'operator' }>,
  layers: LimitSources,
): Promise<Admission> {
  const { meter, log } = dependencies
  const quantities = [
    ...ofWorkspace.map((limit) => meterRequest(layers, limit, caller.workspaceId)),
    ...(caller.role === 'tenant'
      ? ofTenant.map((limit) => meterRequest(layers, limit, caller.tenantId))
      : []),
  ]
  const verdict = await meter.take(quantities)
  recordVerdict(dependencies, caller.workspaceId, verdict)
  const refusal = verdict.accepted ? undefined : limitExceededError(verdict.levels)
  return {
    levels: verdict.levels,
    ...(refusal === undefined ? {} : { refusal }),
    async end() {
      if (!verdict.accepted) return
      const ended = verdict.levels.filter(({ limit }) => inFlight.has(limit))
      // The response is on its way: what is not given back leaves the window by itself.
      await meter
        .release(ended)
        .catch((error: unknown) =>
          log.error({ error }, 'a request in flight could not be given back'),
        )
    },
  }
}
