import { Button, Group, Menu, Modal, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { connectorsQuery, specificationQuery } from '../../../../../api/connectors'
import { ApiError, toApiError } from '../../../../../api/api-error'
import { loadPart } from '../../../../../ui/load-part'
import { checkSpecification, readSpecification } from './read-specification'
import { useIsShown } from '../../../../../forms/use-is-shown'
import { FileChooser } from '../../../../../ui/file-chooser'
import { GrowingTextarea } from '../../../../../ui/growing-textarea'

interface StartMenuProps {
  workspaceId: string
  /** Whether the specification of another connector can be read. */
  extensions: boolean
  onStart: (specification: Record<string, unknown>) => void
}

/** Starts from JSON or YAML, pasted or from a file, or from another connector. */
export function StartMenu({ workspaceId, extensions, onStart }: StartMenuProps) {
  const [opened, setOpened] = useState<'text' | 'connector'>()
  const close = () => setOpened(undefined)
  const start = (specification: Record<string, unknown>) => {
    close()
    onStart(specification)
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Start from…</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened('text')}>JSON or YAML</Menu.Item>
          {extensions && (
            <Menu.Item onClick={() => setOpened('connector')}>Another connector</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'text' && (
        <Modal opened onClose={close} title="Start from JSON or YAML" size="lg">
          <FromText onStart={start} />
        </Modal>
      )}
      {opened === 'connector' && (
        <Modal opened onClose={close} title="Start from another connector">
          <FromConnector workspaceId={workspaceId} onStart={start} />
        </Modal>
      )}
    </>
  )
}

function FromText({ onStart }: Pick<StartMenuProps, 'onStart'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const isShown = useIsShown()

  async function read() {
    const yaml = await loadPart(() => import('yaml')).catch(toApiError)
    if (!isShown.current) return
    if (yaml instanceof ApiError) return setError(yaml.message)
    try {
      onStart(readSpecification(text, yaml))
    } catch (error) {
      setError(toApiError(error).message)
    }
  }

  return (
    <Stack gap="sm">
      <GrowingTextarea
        label="Specification"
        placeholder="name: …"
        minRows={8}
        maxRows={18}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="space-between">
        <FileChooser accept=".json,.yaml,.yml" onFile={(file) => void file.text().then(setText)} />
        <Button onClick={() => void read()} disabled={text.trim() === ''}>
          Fill the form
        </Button>
      </Group>
    </Stack>
  )
}

function FromConnector({ workspaceId, onStart }: Pick<StartMenuProps, 'workspaceId' | 'onStart'>) {
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [searched] = useDebouncedValue(search, 150)
  const { data, error: listError } = useInfiniteQuery(
    connectorsQuery(workspaceId, true, { search: searched, state: 'active' }),
  )
  const [error, setError] = useState<string>()
  const latest = useRef<string>(undefined)
  const isShown = useIsShown()
  const connectors = data?.pages.flatMap(({ items }) => items) ?? []

  async function start(key: string) {
    latest.current = key
    try {
      const { response } = await client.fetchQuery(specificationQuery(workspaceId, key, undefined))
      // The user may have closed the dialog meanwhile, or chosen another connector.
      if (!isShown.current || latest.current !== key) return
      // The key is taken: one is made from the name.
      onStart({ ...checkSpecification(response), name: `${response.name} copy`, key: '' })
    } catch (error) {
      setError(toApiError(error).message)
    }
  }

  return (
    <Select
      label="Connector"
      placeholder="Find a connector"
      searchable
      data={connectors.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      error={error ?? (listError === null ? undefined : toApiError(listError).message)}
      nothingFoundMessage="No results"
      onChange={(key) => key !== null && void start(key)}
      data-autofocus
    />
  )
}
