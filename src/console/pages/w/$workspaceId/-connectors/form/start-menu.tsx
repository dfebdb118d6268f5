import { Button, Group, Menu, Modal, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connectorsQuery, specificationQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { readTextFile } from '@/console/browser/text-file'
import { FileChooser } from '@/console/ui/inputs/file-chooser'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { loadPart } from '@/console/ui/loading/load-part'
import { checkSpecification, readSpecification } from './read-specification'

interface StartMenuProps {
  workspaceId: string
  onStart: (specification: Record<string, unknown>) => void
}

/** Starts from JSON or YAML, pasted or from a file, or from another connector. */
export function StartMenu({ workspaceId, onStart }: StartMenuProps) {
  const hasExtensions = useHasExtensions()
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
          {hasExtensions && (
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
  const { mutate, error, reset } = useMutation({
    mutationFn: async () => readSpecification(text, await loadPart(() => import('yaml'))),
  })
  const change = (changed: string) => {
    setText(changed)
    reset()
  }
  return (
    <Stack gap="sm">
      <GrowingTextarea
        label="Specification"
        placeholder="name: …"
        minRows={8}
        maxRows={18}
        value={text}
        error={error?.message}
        onChange={(event) => change(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="space-between">
        <FileChooser
          accept=".json,.yaml,.yml"
          onFile={(file) => void readTextFile(file).then(change)}
        />
        <Button
          onClick={() => mutate(undefined, { onSuccess: onStart })}
          disabled={text.trim() === ''}
        >
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
  const list = useInfiniteQuery(
    connectorsQuery(workspaceId, true, { search: searched, state: 'active' }),
  )
  const start = useMutation({
    mutationFn: async (key: string) => {
      const { response } = await client.fetchQuery(specificationQuery(workspaceId, key, undefined))
      // The key is taken: one is made from the name.
      return { ...checkSpecification(response), name: `${response.name} copy`, key: '' }
    },
  })
  const connectors = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Select
      label="Connector"
      placeholder="Find a connector"
      searchable
      data={connectors.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      error={(start.error ?? list.error)?.message}
      nothingFoundMessage="No results"
      // `onSuccess` is not called once the dialog is closed or another connector is chosen.
      onChange={(key) => key !== null && start.mutate(key, { onSuccess: onStart })}
      data-autofocus
    />
  )
}
