import { ApiError } from '@/console/api/api-error'
import { readText } from '@/console/api/read-response'
import type { Method, Parameter, ReferenceOperation } from '@/console/api/reference'
import { sessionFacts, type Session } from '@/console/session/session'
import { workspaceHeader } from '@/contract/single-sign-on'

interface TrialRequest {
  method: Method
  address: string
  headers: Record<string, string>
  body: unknown
}

/** Names a value of the form: parameters in different places may have the same name. */
export const keyOfParameter = ({ in: place, name }: Parameter) => `${place} ${name}`

const workspaceParameter: Parameter = {
  in: 'header',
  name: workspaceHeader,
  required: false,
  schema: { type: 'string' },
}

/**
 * Returns the parameters that a user can fill in. Tokens of the identity provider name no
 * workspace, so that a header has to.
 */
export function trialParameters(
  { parameters }: ReferenceOperation,
  session: Session | undefined,
): readonly Parameter[] {
  return session?.account === undefined ? parameters : [...parameters, workspaceParameter]
}

/** Returns the values to begin with, by `keyOfParameter`: the workspace of the session. */
export function initialValues(
  { path, 'x-workspace-token': workspaceToken }: ReferenceOperation,
  session: Session | undefined,
): Record<string, string> {
  if (session?.workspaceId === undefined) return {}
  const { workspaceId, account } = session
  // An operator who names a workspace acts as its admin, which not every operation allows.
  const isNamed =
    account !== undefined &&
    (sessionFacts(session)?.role !== 'operator' || workspaceToken !== undefined)
  return {
    ...(path.startsWith('/org-workspaces/{id}') ? { 'path id': workspaceId } : {}),
    ...(isNamed ? { [keyOfParameter(workspaceParameter)]: workspaceId } : {}),
  }
}

/**
 * Fills in the parameters of an operation. Empty ones are left out.
 * @param values by `keyOfParameter`
 */
export function requestOf(
  { method, path }: ReferenceOperation,
  parameters: readonly Parameter[],
  baseUrl: string,
  values: Readonly<Record<string, string>>,
  body: unknown,
): TrialRequest {
  const given = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, values[keyOfParameter(parameter)] ?? ''])
      .filter(([, value]) => value !== '')
  const names: Record<string, string> = Object.fromEntries(given('path'))
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    names[name] === undefined ? whole : encodeURIComponent(names[name]),
  )
  const query = new URLSearchParams(given('query')).toString()
  return {
    method,
    address: `${baseUrl}${filledPath}${query === '' ? '' : `?${query}`}`,
    headers: Object.fromEntries(given('header')),
    body,
  }
}

export interface TrialResponse {
  status: string
  isError: boolean
  milliseconds: number
  requestId: string | null
  body: string
}

/** How long a stream is read; it may never end by itself. */
const streamMilliseconds = 3000

/** Reads a response, or the first seconds of a stream. */
async function readStart(response: Response): Promise<string> {
  if (response.headers.get('Content-Type') !== 'text/event-stream' || response.body === null)
    return readText(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const timer = setTimeout(() => void reader.cancel(), streamMilliseconds)
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
  }
  clearTimeout(timer)
  return text
}

/**
 * Sends the request with the token as it is.
 * @throws ApiError when no response comes
 */
export async function sendRequest(
  { method, address, headers, body }: TrialRequest,
  token: string | undefined,
): Promise<TrialResponse> {
  const start = performance.now()
  const response = await fetch(address, {
    method,
    headers: {
      ...headers,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, `${new URL(address, location.href).origin} did not respond`)
  })
  const text = await readStart(response)
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    isError: !response.ok,
    milliseconds: Math.round(performance.now() - start),
    requestId: response.headers.get('X-Request-Id'),
    body: text,
  }
}
