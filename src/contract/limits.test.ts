import { describe, expect, it, test } from 'vitest'
import { alertTypeFacts, alertTypeNames, alertTypeOf } from './alerts'
import {
  effectiveLimit,
  isEnforcedHere,
  isNear,
  limitEntrySchema,
  limitFacts,
  limitGroups,
  limitNames,
  limits,
  limitsHiddenOnRestore,
  limitUnits,
  limitsUpdateSchema,
  windowSeconds,
} from './limits'

describe('the limit table', () => {
  it('has the 45 names of the specification, the two capitals included', () => {
    expect(limitNames).toHaveLength(45)
    expect(limitNames).toContain('ParallelWriteDatabaseRequests')
    expect(limitNames).toContain('QueuedTasksQueueSize')
  })

  it('states which limits this API enforces, and which a restore omits', () => {
    expect(limitNames.filter(isEnforcedHere)).toHaveLength(9)
    expect(isEnforcedHere('apiRequestsPerSecond')).toBe(true)
    expect(isEnforcedHere('parallelFlowRuns')).toBe(false)
    expect(limitsHiddenOnRestore).toHaveLength(4)
  })

  it('has windows of calendar lengths', () => {
    expect(Object.values(windowSeconds)).toEqual([1, 60, 3600, 24 * 3600, 30 * 24 * 3600])
  })

  it('names every limit differently', () => {
    expect(new Set(limitNames.map((name) => limits[name].label)).size).toBe(limitNames.length)
  })

  it('has the groups of the specification in their sizes', () => {
    const sizes = Object.keys(limitGroups).map(
      (group) => Object.values(limits).filter((limit) => limit.group === group).length,
    )
    expect(sizes).toEqual([14, 10, 5, 3, 13])
  })

  it('has at most one alert type for each limit', () => {
    const ofLimits = alertTypeNames.filter((name) => alertTypeFacts(name).limit !== undefined)
    expect(limitNames.flatMap((name) => alertTypeOf(name) ?? []).toSorted()).toEqual(
      ofLimits.toSorted(),
    )
    expect(alertTypeOf('QueuedTasksQueueSize')).toBe('queuedTasksQueueSize')
  })
})

describe('a limit entry', () => {
  it.each([
    { unit: 'number' },
    { unit: 'number', value: 0 },
    { unit: 'Mb', value: 0.5, defaultValue: 10.25 },
    { unit: 'msec', value: 60_000 },
    { unit: 'number', value: 9_007_199_254_740_991 },
  ])('takes %j', (entry) => {
    expect(limitEntrySchema.safeParse(entry).success).toBe(true)
  })

  it.each([
    {},
    { unit: 'mb' },
    { unit: 'number', value: -1 },
    { unit: 'number', value: 1.5 },
    { unit: 'msec', defaultValue: 0.1 },
    { unit: 'number', value: Infinity },
    // JSON.parse makes this of 9007199254740993.
    { unit: 'number', value: 9_007_199_254_740_992 },
    { unit: 'Mb', defaultValue: 1e300 },
    { unit: 'number', value: null },
    { unit: 'number', value: '5' },
    { unit: 'number', max: 5 },
    null,
  ])('refuses %j', (entry) => {
    expect(limitEntrySchema.safeParse(entry).success).toBe(false)
  })
})

describe('limits in an update', () => {
  it('takes any subset', () => {
    expect(limitsUpdateSchema.parse({ QueuedTasksQueueSize: { unit: 'number' } })).toEqual({
      QueuedTasksQueueSize: { unit: 'number' },
    })
  })

  it.each(limitNames)('accepts %s only in its own unit', (name) => {
    const taken = limitUnits.filter(
      (unit) => limitsUpdateSchema.safeParse({ [name]: { unit, value: 1 } }).success,
    )
    expect(taken).toEqual([limitFacts(name).unit])
  })

  it('points at the number or unit that is wrong', () => {
    const { error } = limitsUpdateSchema.safeParse({
      totalFileStorageMb: { unit: 'Mb', value: 0.5 },
      apiRequestsPerHour: { unit: 'number', value: 1.5, defaultValue: 2.5 },
    })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'apiRequestsPerHour.value',
      'apiRequestsPerHour.defaultValue',
    ])
    const unit = limitsUpdateSchema.safeParse({ apiRequestsPerHour: { unit: 'Mb' } }).error
    expect(unit?.issues.map(({ path }) => path.join('.'))).toEqual(['apiRequestsPerHour.unit'])
  })

  it('refuses a name in other capitals', () => {
    expect(limitsUpdateSchema.safeParse({ queuedTasksQueueSize: { unit: 'number' } }).success).toBe(
      false,
    )
  })
})

describe('the effective limit', () => {
  it('is the operator’s, else the workspace’s, else the default', () => {
    const entry = { unit: 'number', value: 20, defaultValue: 30 } as const
    expect(effectiveLimit(entry, { unit: 'number', value: 0 })).toEqual({
      value: 0,
      layer: 'operator',
    })
    expect(effectiveLimit(entry, { unit: 'number' })).toEqual({ value: 20, layer: 'workspace' })
    expect(effectiveLimit({ unit: 'number', defaultValue: 30 }, undefined)).toEqual({
      value: 30,
      layer: 'default',
    })
    expect(effectiveLimit(undefined, undefined)).toEqual({ value: undefined, layer: 'default' })
  })
})

test('a level is near its limit from 80 % on; a limit of 0 is never near', () => {
  expect([isNear(79, 100), isNear(80, 100), isNear(100, 100)]).toEqual([false, true, true])
  expect([isNear(0, 0), isNear(5, 0)]).toEqual([false, false])
  expect([isNear(69, 100, 70), isNear(70, 100, 70), isNear(7, 10, 70)]).toEqual([false, true, true])
})
