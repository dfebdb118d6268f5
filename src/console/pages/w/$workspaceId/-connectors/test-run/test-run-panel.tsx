import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { parseJson } from '@/console/browser/parse-json'
import { CodeEditor } from '@/console/editor/code-editor'
import { functionFacts, type ConnectorFunctionName } from '@/contract/connectors'
import { exampleInput, exampleResponse, sendsRequests } from './example-input'
import { cannedResponseSchema, emptyReport, runInSandbox, type RunReport } from './sandbox-run'
import { TestRunReport } from './test-run-report'

interface Run {
  /** The code that was run, which may have been edited since. */
  code: string
  report: RunReport
  cancel: () => void
}

/** Runs a function with an input that the user enters, and shows what it returned. */
export default function TestRunPanel({
  name,
  code,
}: {
  name: ConnectorFunctionName
  code: string
}) {
  const { label } = functionFacts(name)
  // Undefined until they are edited: then the example follows the code.
  const [typedInput, setTypedInput] = useState<string>()
  const [typedResponse, setTypedResponse] = useState<string>()
  const [run, setRun] = useState<Run>()
  const cancelLast = useRef<() => void>(undefined)
  useEffect(() => () => cancelLast.current?.(), [])

  const hasRequests = sendsRequests(code)
  const inputText = typedInput ?? exampleInput(name, code)
  const responseText = typedResponse ?? exampleResponse(name)
  const input = parseJson(inputText)
  const response = cannedResponseSchema.safeParse(parseJson(responseText))
  const responseIssue = response.error?.issues[0]
  const isRunning = run !== undefined && run.report.result === undefined

  function start() {
    if (input === undefined || response.data === undefined) return
    const controller = new AbortController()
    const cancel = () => controller.abort()
    cancelLast.current = cancel
    setRun({ code, report: emptyReport, cancel })
    runInSandbox({ code, input, response: response.data }, controller.signal, (report) =>
      setRun({ code, report, cancel }),
    )
  }

  return (
    <Stack gap={6} mt={6} role="group" aria-label={`Test of ${label}`}>
      <Text fz="xs" c="dimmed">
        Runs the code in this browser, isolated from the console: without network, credentials or
        stored data. The result shows what the code returns, not how the app responds. Imports,
        CommonJS and TypeScript are not supported.
      </Text>
      <FieldTitle>Input (JSON), the argument of the function</FieldTitle>
      <CodeEditor
        label={`Input of ${label}`}
        language="json"
        value={inputText}
        onChange={setTypedInput}
        minHeight="4rem"
      />
      {hasRequests && (
        <>
          <FieldTitle>
            Response to every fetch (JSON). Requests are recorded, but not sent.
          </FieldTitle>
          <CodeEditor
            label={`Response to requests of ${label}`}
            language="json"
            value={responseText}
            onChange={setTypedResponse}
            minHeight="4rem"
          />
          {responseIssue !== undefined && (
            <Text fz="xs" c="var(--mantine-color-error)" role="status">
              {['Response', ...responseIssue.path].join('.')}: {responseIssue.message}
            </Text>
          )}
        </>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="light"
          onClick={isRunning ? run.cancel : start}
          disabled={!isRunning && (input === undefined || (hasRequests && !response.success))}
        >
          {isRunning ? 'Cancel run' : 'Run'}
        </Button>
        {isRunning && <Loader size={14} aria-hidden />}
      </Group>
      {run !== undefined && <TestRunReport code={run.code} report={run.report} />}
    </Stack>
  )
}

function FieldTitle({ children }: { children: string }) {
  return (
    <Text fz="xs" fw={550}>
      {children}
    </Text>
  )
}
