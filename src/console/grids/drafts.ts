import type { Edit } from '@/console/edits/edits'
import { isMemberPath, type MemberPath } from '@/console/edits/member-path'
import type { WorkspaceWithState } from '@/contract/workspaces'

/** The unsaved values of a grid, by the path of the member that they change. */
export type Drafts<Draft> = Readonly<Partial<Record<MemberPath, Draft>>>

/** Converts between the drafts of a grid and edits of the workspace. */
export interface DraftRules<Draft> {
  /** The path of the page below the workspace. */
  page: string
  editsOf: (workspace: WorkspaceWithState, drafts: Drafts<Draft>) => Edit[]
  /** Returns the draft for the new value of an edit. */
  draftOf: (after: unknown) => Draft
  /** Whether a draft is text that can't be parsed, and so isn't an edit. */
  isUnreadable: (draft: Draft) => boolean
}

/** Returns the drafts with these values. */
export function draftsFrom<Draft>(
  entries: Iterable<readonly [path: MemberPath, draft: Draft]>,
): Drafts<Draft> {
  return Object.fromEntries(entries)
}

/** Lists the drafts with their paths. */
export function draftEntries<Draft>(drafts: Drafts<Draft>): [path: MemberPath, draft: Draft][] {
  return Object.entries(drafts).flatMap(([path, draft]) =>
    isMemberPath(path) && draft !== undefined ? [[path, draft]] : [],
  )
}

/** Returns the drafts that make these edits. */
export function draftsOf<Draft>(
  { draftOf }: Pick<DraftRules<Draft>, 'draftOf'>,
  edits: readonly Edit[],
): Drafts<Draft> {
  return draftsFrom(edits.map(({ path, after }) => [path, draftOf(after)]))
}
