import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { functionFacts, type ConnectorFunctionName } from '@/contract/connectors'

const TestRunPanel = lazyPart(() => import('./test-run-panel'))

interface TestRunProps {
  name: ConnectorFunctionName
  /** The code of the function, which may be an unsaved draft. */
  code: string
}

/** A button that opens the test run of a JavaScript function below it. */
export function TestRun({ name, code }: TestRunProps) {
  const { label } = functionFacts(name)
  const [isOpen, setIsOpen] = useState(false)
  // Kept when it is closed, with what was entered.
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <div>
      <Button
        size="compact-xs"
        variant="default"
        mt={6}
        aria-expanded={isOpen}
        aria-label={`Test run of ${label}`}
        onClick={() => {
          setIsOpen(!isOpen)
          setWasOpened(true)
        }}
      >
        Test run
      </Button>
      {wasOpened && (
        <div hidden={!isOpen}>
          <LoadedPart
            loading={
              <Text fz="xs" c="dimmed" role="status">
                Loading…
              </Text>
            }
            failed={
              <Text fz="xs" role="alert">
                The test run could not be loaded. Reload the page.
              </Text>
            }
          >
            <TestRunPanel name={name} code={code} />
          </LoadedPart>
        </div>
      )}
    </div>
  )
}
