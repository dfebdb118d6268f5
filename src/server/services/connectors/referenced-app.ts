import type { Issue } from '@/contract/errors'
import type { RequestContext } from '@/server/core/context'
import { invalidRequest, ServiceError } from '@/server/core/service-error'
import type { Queryable } from '@/server/store/database'
import { findApp } from '../apps/find'

/** The members that can name an app. */
export const appReferences = ['externalAppId', 'externalAppUuid', 'appUuid'] as const

type AppReferences = Partial<Record<(typeof appReferences)[number], string | undefined>>

/**
 * Finds the app that the body refers to, by any of the three references.
 * @throws invalid_request
 */
export async function findReferencedApp(
  context: RequestContext,
  database: Queryable,
  body: AppReferences,
): Promise<string | null> {
  const references = appReferences.flatMap((field) =>
    body[field] === undefined ? [] : [{ field, value: body[field] }],
  )
  const issues: Issue[] = []
  let found: string | undefined
  for (const { field, value } of references) {
    const app = await findApp(context, database, value).catch((error: unknown) => {
      if (error instanceof ServiceError && error.key === 'not_found') return undefined
      throw error
    })
    const fits =
      app?.uuid === value || (field === 'externalAppId' && app?.id === value.toLowerCase())
    if (app === undefined || !fits)
      issues.push({
        path: ['body', field],
        message: `There is no app '${value}' that this workspace can use`,
        code: 'unknown_reference',
      })
    else if (found !== undefined && found !== app.id)
      issues.push({
        path: ['body', field],
        message: 'This names another app than the other references do',
        code: 'contradiction',
      })
    else found = app.id
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return found ?? null
}
