import type { ListedApp } from '@/console/api/apps'
import { DefinitionItem } from '@/console/ui/definition-list'
import { ExternalLink } from '@/console/ui/external-link'
import { formatDateTime } from '@/console/ui/format/format-date'

/** A logo can be a data URI of any length. */
const longestShown = 80

/** The stored values of an app. */
export function AppFacts({ app }: { app: ListedApp }) {
  const when = (time: string | undefined) => (time === undefined ? undefined : formatDateTime(time))
  const identifier = (value: string) => <span className="mono">{value}</span>
  return (
    <div>
      <DefinitionItem label="Belongs to">
        {app.isPublic ? 'the public catalog' : 'this workspace'}
      </DefinitionItem>
      <DefinitionItem label="Key" copied={app.key}>
        {identifier(app.key)}
      </DefinitionItem>
      <DefinitionItem label="ID" copied={app.id}>
        {identifier(app.id)}
      </DefinitionItem>
      <DefinitionItem label="UUID" copied={app.uuid}>
        {identifier(app.uuid)}
      </DefinitionItem>
      <DefinitionItem label="Address" copied={app.appUri}>
        {app.appUri === undefined ? undefined : <ExternalLink uri={app.appUri} />}
      </DefinitionItem>
      <DefinitionItem label="Logo" copied={app.logoUri}>
        {app.logoUri === undefined || app.logoUri.length <= longestShown
          ? app.logoUri
          : `${app.logoUri.slice(0, longestShown)}…`}
      </DefinitionItem>
      <DefinitionItem label="Categories">{app.categories?.join(', ') || undefined}</DefinitionItem>
      <DefinitionItem label="Created">{when(app.createdAt)}</DefinitionItem>
      <DefinitionItem label="Changed">{when(app.updatedAt)}</DefinitionItem>
      <DefinitionItem label="Archived">{when(app.archivedAt)}</DefinitionItem>
    </div>
  )
}
