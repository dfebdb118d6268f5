import {
  effectiveLimit,
  limitFacts,
  windowSeconds,
  type LimitName,
  type LimitSources,
} from '../../contract/limits'
import type { Quantity } from '../core/meter'

/** No request lasts longer: what is in flight is forgotten then, should its server have died. */
const maxRequestSeconds = 60

/** The number that applies: operator override, else the workspace’s value, else the default. */
export function effectiveMaximum(
  { limits, operatorLimits }: LimitSources,
  name: LimitName,
): number {
  const { unit, defaultValue } = limitFacts(name)
  return (
    effectiveLimit({ unit, defaultValue, ...limits[name] }, operatorLimits[name]).value ??
    defaultValue
  )
}

export function meterRequest(layers: LimitSources, limit: LimitName, subject: string): Quantity {
  const { window } = limitFacts(limit)
  return {
    limit,
    subject,
    max: effectiveMaximum(layers, limit),
    windowSeconds: window === undefined ? maxRequestSeconds : windowSeconds[window],
  }
}
