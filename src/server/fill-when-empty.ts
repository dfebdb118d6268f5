import type { Dependencies } from './core/context'
import { seedDemo } from './demo/seed'
import { createOrganization, hasOrganization } from './services/organizations/create'

/**
 * Creates the organization of a new database: the demo's, or an empty one. If several servers start
 * at once, only one of them creates it.
 */
export async function fillWhenEmpty(dependencies: Dependencies): Promise<void> {
  if (await hasOrganization(dependencies.database)) return
  try {
    await (dependencies.demo === undefined
      ? createOrganization(dependencies)
      : seedDemo(dependencies))
  } catch (error) {
    if (!(await hasOrganization(dependencies.database))) throw error
  }
}
