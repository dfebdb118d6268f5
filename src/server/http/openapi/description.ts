import { changeReasonHeader } from '@/contract/change-reason'
import { maxIssues } from '@/contract/errors'
import { apiVersion } from '@/contract/operations'
import { maxNesting } from '@/server/core/invalid-text'
import { maxWaitSeconds } from '@/server/core/workspace-turns'
import { idempotencyHours } from '@/server/core/writes/idempotency-claim'
import { maxMemberLength, maxMembers, maxTextLength, maxValues } from '../json-bounds'
import { largeBodyRules, largeBodyBytes, maxBodyBytes, sizeText } from '../request-body'

const count = new Intl.NumberFormat('en')

/** Rules that apply to every operation, by title. */
const sections = {
  Lists: [
    'A list has `items` and, if there are more, a `cursor`. Repeat the request with the cursor',
    'until the response has none. `limit` sets the page size. An item that is renamed meanwhile',
    'can be missing or come twice.',
  ],
  Errors: [
    'Every error has the same body. Its `key` is stable, its `message` is for people. After a 429',
    'or a 503, wait for `Retry-After` seconds.',
  ],
  'Safe writes': [
    'Send the `ETag` that you read as `If-Match`: the write is refused if the record has changed',
    'since. A POST with an `Idempotency-Key` takes effect once, however often it is sent within',
    `${idempotencyHours} hours. The history keeps the \`${changeReasonHeader}\` of a write.`,
  ],
  Limits: [
    'Requests count against the limits of their workspace and tenant: `RateLimit` and',
    '`RateLimit-Policy` state what is left. Reading and changing the workspace itself does not',
    'count.',
  ],
  Bodies: [
    `A body has at most ${sizeText(maxBodyBytes.guarded)}`,
    `(${sizeText(maxBodyBytes.open)} where no token is needed),`,
    `each of its members ${sizeText(maxMemberLength)} of JSON,`,
    `each text ${count.format(maxTextLength)} characters,`,
    `each object or array ${count.format(maxMembers)} members.`,
    `It nests at most ${maxNesting} levels and has at most ${count.format(maxValues)} names and`,
    `values, and ${count.format(maxMemberLength)} blanks in a row.`,
    `The bodies over ${sizeText(largeBodyBytes)} that a workspace has in progress take`,
    `${largeBodyRules.atOnce} MB in total; one without \`Content-Length\` takes`,
    `${sizeText(maxBodyBytes.guarded)}. Others wait for up to ${maxWaitSeconds} seconds.`,
    `It is UTF-8 and not compressed. An error lists at most ${maxIssues} issues.`,
  ],
  Headers: [
    'Every request may carry `X-Request-Id`, which the response repeats,',
    `and \`API-Version\`; this server supports ${apiVersion}.`,
  ],
}

/** Describes the API as a whole, in Markdown. */
export const openApiDescription = [
  'Manages workspaces, connectors, apps, connections and actions of an integration engine. ' +
    'Operations and parameters marked `x-extension` go beyond the common interface.',
  ...Object.entries(sections).map(([title, lines]) => `## ${title}\n\n${lines.join(' ')}`),
].join('\n\n')
