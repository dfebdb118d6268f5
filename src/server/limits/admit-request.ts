import { limitFacts, type LimitName, type LimitSources } from '@/contract/limits'
import type { WorkspaceCaller } from '@/server/core/access/caller'
import type { Dependencies } from '@/server/core/context'
import type { Level, Verdict } from '@/server/core/ports/meter'
import { meterRequest } from './effective-limit'
import { LimitExceeded } from './limit-exceeded'

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

interface Admission {
  levels: readonly Level[]
  /** The error to send if the request was refused. */
  refusal?: LimitExceeded | undefined
  /** Call it when the request has ended. */
  end: () => Promise<void>
}

/** Returns the error of a refusal: that of a limit of 0, else of the one with the longest wait. */
export function refusalOf({ accepted, levels }: Verdict): LimitExceeded | undefined {
  if (accepted) return undefined
  const full = levels.filter(({ used, max }) => used + 1 > max)
  const [longest] = full.toSorted((a, b) => b.resetSeconds - a.resetSeconds)
  const reported = full.find(({ max }) => max === 0) ?? longest
  if (reported === undefined) return undefined
  const { limit, max, resetSeconds } = reported
  const seconds = inFlight.has(limit) ? 1 : Math.max(1, Math.ceil(resetSeconds))
  return new LimitExceeded(limit, max, seconds)
}

/**
 * Records a verdict in the usage of each limit.
 * @param tenantId the tenant whose request it is, if any
 */
export function recordVerdict(
  { usage }: Pick<Dependencies, 'usage'>,
  workspaceId: string,
  { accepted, levels }: Verdict,
  tenantId?: string,
): void {
  for (const { limit, used, max } of levels) {
    // A request that another limit refused does not count against this one.
    const refused = !accepted && used + 1 > max
    if (accepted || refused)
      usage.record({
        workspaceId,
        limit,
        level: refused ? used + 1 : used,
        max,
        refused,
        tenantId: limitFacts(limit).scope === 'tenant' ? tenantId : undefined,
      })
  }
}

/** Counts a request against the limits of its workspace and tenant. */
export async function admitRequest(
  dependencies: Dependencies,
  caller: WorkspaceCaller,
  sources: LimitSources,
): Promise<Admission> {
  const { meter, log } = dependencies
  const quantities = [
    ...ofWorkspace.map((limit) => meterRequest(sources, limit, caller.workspaceId)),
    ...(caller.role === 'tenant'
      ? ofTenant.map((limit) => meterRequest(sources, limit, caller.tenantId))
      : []),
  ]
  const verdict = await meter.take(quantities)
  const tenantId = caller.role === 'tenant' ? caller.tenantId : undefined
  recordVerdict(dependencies, caller.workspaceId, verdict, tenantId)
  return {
    levels: verdict.levels,
    refusal: refusalOf(verdict),
    async end() {
      if (!verdict.accepted) return
      const ended = verdict.levels.filter(({ limit }) => inFlight.has(limit))
      // The response is being sent already, and an unreleased slot expires by itself.
      await meter
        .release(ended)
        .catch((error: unknown) =>
          log.error({ error }, 'a request in flight could not be released'),
        )
    },
  }
}
