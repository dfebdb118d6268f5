import pino from 'pino'
import type { Log } from '../core/context'
import type { Configuration } from './configuration'

/** Creates the log of the process: lines of JSON on the standard output. */
export function createLog({ LOG_LEVEL }: Configuration): Log {
  return pino({
    level: LOG_LEVEL,
    redact: ['*.authorization', '*.secret', '*.token'],
    serializers: { error: pino.stdSerializers.err },
  })
}
