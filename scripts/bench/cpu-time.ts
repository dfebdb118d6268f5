import { readFileSync } from 'node:fs'

const millisecondsPerTick = 10

/**
 * Returns the CPU time that a process has used so far, in milliseconds; NaN if unknown. It depends
 * less on the load of the machine than a rate does.
 */
export function cpuMilliseconds(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return Number.NaN
  // User and system time are the 14th and 15th fields; the second one, a name, can hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
}
