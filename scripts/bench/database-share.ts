import { figure, type Figure } from './figure'
import { inProcess } from './in-process'
import { limitChanges } from './limit-changes'

const requests = 1500

/** Measures the time outside the database, for sequential requests without sockets. */
export async function databaseShare(): Promise<Figure[]> {
  let databaseSeconds = 0
  const { api, token, workspaceId, close } = await inProcess({
    connectionTaken() {},
    connectionReleased() {},
    statementEnded: (_outcome, seconds) => void (databaseSeconds += seconds),
  })
  const app = api()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const nextChange = limitChanges()
  const kinds = {
    'list of 100': () => app.request('/universe/apps?limit=100', { headers }),
    'one by key': () => app.request('/external-apps/amberdesk-0', { headers }),
    'change of a limit': () =>
      app.request(`/org-workspaces/${workspaceId}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify(nextChange()),
      }),
  }
  const figures: Figure[] = []
  for (const [name, request] of Object.entries(kinds)) {
    for (let count = 0; count < requests / 5; count += 1) await (await request()).text()
    const [start, before] = [performance.now(), databaseSeconds]
    for (let count = 0; count < requests; count += 1) await (await request()).text()
    const [took, inDatabase] = [performance.now() - start, (databaseSeconds - before) * 1000]
    figures.push(
      figure(`${name}: share that is not the database’s`, (1 - inDatabase / took) * 100, {
        atMost: 50,
        unit: '%',
      }),
      figure('… a request', took / requests, { unit: 'ms', digits: 3 }),
    )
  }
  await close()
  return figures
}
