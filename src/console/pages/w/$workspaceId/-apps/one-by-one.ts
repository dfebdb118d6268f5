import { useRef, useState } from 'react'
import { useArchiveApp } from '../../../../api/apps'
import { faultOf } from '../../../../api/fault'
import type { ShownItem } from './outcomes'

const atOnce = 4
const longestWaitSeconds = 60

const pause = (seconds: number) => new Promise((resume) => setTimeout(resume, seconds * 1000))

/**
 * Archives a list by the documented operation, a few at a time, for engines without the bulk one. A 429 is waited
 * out; what failed can be run again without the rest.
 */
export function useOneByOne(workspaceId: string, selectors: readonly string[]) {
  const { mutateAsync } = useArchiveApp(workspaceId)
  const [results, setResults] = useState<ReadonlyMap<string, ShownItem>>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const stopped = useRef(false)
  const failed = [...results.values()].filter(({ outcome }) => outcome !== 'archived')

  async function archive(selector: string): Promise<ShownItem> {
    try {
      await mutateAsync(selector)
      return { selector, outcome: 'archived' }
    } catch (error) {
      const fault = faultOf(error)
      if (fault.status === 429 && !stopped.current) {
        await pause(Math.min(fault.facts.retryAfter ?? 1, longestWaitSeconds))
        return archive(selector)
      }
      return { selector, outcome: fault.isMissing ? 'not_found' : fault.isForbidden ? 'not_yours' : 'ambiguous', reason: fault.message }
    }
  }

  async function run() {
    stopped.current = false
    setIsRunning(true)
    const waiting = selectors.filter((selector) => results.get(selector)?.outcome !== 'archived')
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined && !stopped.current; next = waiting.shift()) {
        const item = await archive(next)
        setResults((before) => new Map(before).set(item.selector ?? '', item))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setIsRunning(false)
  }

  return {
    items: results.size === 0 ? undefined : [...results.values()],
    isRunning,
    isDone: !isRunning && results.size === selectors.length && failed.length === 0 && results.size > 0,
    failed: isRunning ? 0 : failed.length,
    share: selectors.length === 0 ? 0 : results.size / selectors.length,
    run,
    stop: () => {
      stopped.current = true
    },
  }
}
