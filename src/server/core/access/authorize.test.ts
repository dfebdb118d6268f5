import { expect, test } from 'vitest'
import type { Caller } from '@/contract/operation'
import { isAllowed } from './authorize'
import type { CallerIdentity } from './caller'

const workspaceId = 'w'
const callers: CallerIdentity[] = [
  { role: 'tenant', name: 'Acme', workspaceId, tenantId: 't' },
  { role: 'reader', name: 'Ann', workspaceId },
  { role: 'admin', name: 'Ben', workspaceId },
  { role: 'operator', name: 'Cat' },
]

test.each<[Caller, CallerIdentity['role'][]]>([
  ['anyone', ['tenant', 'reader', 'admin', 'operator']],
  ['reader', ['tenant', 'reader', 'admin', 'operator']],
  ['workspace', ['reader', 'admin', 'operator']],
  ['admin', ['admin', 'operator']],
  ['operator', ['operator']],
])('what is open to %s is open to %j', (required, roles) => {
  const allowed = callers.filter((caller) => isAllowed(caller, required))
  expect(allowed.map(({ role }) => role)).toEqual(roles)
})
