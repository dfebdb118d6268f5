import type { ChannelOutcome } from '../../../contract/alerts'
import type { Platform } from '../context'
import type { Queryable } from '../../store/database'
import type { AlertRow } from './record'

/** Sends an alert where the matrix says. */
export async function notifyOfAlert(_platform: Pick<Platform, 'clock'>, _transaction: Queryable, _event: 'alert.created' | 'alert.resolved', _alert: AlertRow): Promise<ChannelOutcome[]> { return [] }
