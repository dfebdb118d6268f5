import pino from 'pino'
import type { Log } from '@/server/core/ports/log'
import type { Configuration } from './configuration'

/** Lines beyond this are dropped while the output takes none. */
const maxWaitingCharacters = 10_000_000

/**
 * Creates the log of the process: lines of JSON. A full disk costs lines, but neither ends the
 * process nor keeps it from ending.
 * @param stream standard error for commands, whose standard output is for their results
 */
export function createLog(
  { LOG_LEVEL }: Pick<Configuration, 'LOG_LEVEL'>,
  stream: 'stdout' | 'stderr',
): Log {
  const { fd } = process[stream]
  const output = pino.destination({ dest: fd, sync: false, maxLength: maxWaitingCharacters })
  output.on('error', () => {
    // When the process exits, it would try forever.
    output.flushSync = () => {}
  })
  return pino(
    {
      level: LOG_LEVEL,
      // The certificate that Node adds to an error fills a page.
      redact: ['*.authorization', '*.secret', '*.token', '*.cert'],
      serializers: { error: pino.stdSerializers.err },
    },
    output,
  )
}
