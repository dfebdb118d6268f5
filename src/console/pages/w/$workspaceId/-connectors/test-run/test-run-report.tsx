import { Stack, Text } from '@mantine/core'
import { CodeBlock } from '@/console/ui/code/code-block'
import { timeLimitSeconds, type RunReport, type SandboxResult } from './sandbox-run'

/** Formats how long a run took. */
function durationText(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

/** Describes how a run ended. */
function summaryOf(result: SandboxResult): string {
  switch (result.type) {
    case 'returned':
      return `Returned in ${durationText(result.milliseconds)}`
    case 'failed': {
      const place = result.line === undefined ? '' : ` on line ${result.line}`
      return `Failed${place} after ${durationText(result.milliseconds)}: ${result.message}`
    }
    case 'timed-out':
      return (
        `Ended after ${timeLimitSeconds} seconds. Look for an endless loop or a promise that ` +
        'never settles.'
      )
    case 'cancelled':
      return 'Cancelled'
    case 'unavailable':
      return 'The sandbox could not be loaded. Check your connection, then run it again.'
  }
}

/** Describes a returned value that JSON cannot express. */
function withoutJson(valueType: string): string {
  return valueType === 'undefined' ? 'undefined' : `A ${valueType}, which JSON cannot express`
}

/** Shows the result of a test run, its console output and the requests that it would send. */
export function TestRunReport({ code, report }: { code: string; report: RunReport }) {
  const { result, logs, requests } = report
  const line = result?.type === 'failed' ? result.line : undefined
  const source = line === undefined ? undefined : code.split('\n')[line - 1]
  const isError = result !== undefined && result.type !== 'returned' && result.type !== 'cancelled'
  return (
    <Stack gap={6} role="group" aria-label="Result">
      <Text
        fz="xs"
        fw={550}
        role="status"
        {...(isError ? { c: 'var(--mantine-color-error)' } : {})}
        style={{ overflowWrap: 'anywhere' }}
      >
        {result === undefined
          ? `Running, for up to ${timeLimitSeconds} seconds`
          : summaryOf(result)}
      </Text>
      {source !== undefined && <CodeBlock label="Failed line">{`${line}: ${source}`}</CodeBlock>}
      {result?.type === 'returned' && (
        <CodeBlock label="Returned value">{result.json ?? withoutJson(result.valueType)}</CodeBlock>
      )}
      {logs.length > 0 && (
        <>
          <Text fz="xs" fw={550}>
            Console output
          </Text>
          <CodeBlock label="Console output">
            {logs.map(({ level, text }) => `${level}: ${text}`).join('\n')}
          </CodeBlock>
        </>
      )}
      {requests.length > 0 && (
        <>
          <Text fz="xs" fw={550}>
            Requests (not sent)
          </Text>
          <CodeBlock label="Requests (not sent)">
            {requests.map(requestText).join('\n\n')}
          </CodeBlock>
        </>
      )}
    </Stack>
  )
}

function requestText({ method, url, headers, body }: RunReport['requests'][number]): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines, ...(body === '' ? [] : ['', body])].join('\n')
}
