import { Button, Group, Menu, Modal, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connectorsQuery, specificationQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { FileChooser } from '@/console/ui/inputs/file-chooser'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { SearchedSelect, useSearched } from '@/console/ui/inputs/searched-select'
import { useTextFile } from '@/console/ui/inputs/use-text-file'
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

/** The longest text that is shown. A text area with more lines blocks the page for seconds. */
const maxShownLength = 200_000

function FromText({ onStart }: Pick<StartMenuProps, 'onStart'>) {
  const [text, setText] = useState('')
  /** The name of a chosen file that is too large to be shown. */
  const [hiddenFile, setHiddenFile] = useState<string>()
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: async (read: string) =>
      readSpecification(read, await loadPart(() => import('yaml'))),
  })
  const change = (changed: string, file?: string) => {
    setText(changed)
    setHiddenFile(file)
    reset()
  }
  const { readFile, fileError } = useTextFile({
    text,
    onText: (chosen, file) => {
      change(chosen, chosen.length > maxShownLength ? file.name : undefined)
      // Otherwise, an empty file would seem not to have been chosen.
      if (chosen.trim() === '') mutate(chosen)
    },
  })
  return (
    <Stack gap="sm">
      <GrowingTextarea
        label="Specification"
        description={hiddenFile && `${hiddenFile} is chosen. It is too large to be shown here.`}
        placeholder="name: …"
        minRows={8}
        maxRows={18}
        value={hiddenFile === undefined ? text : ''}
        error={fileError ?? error?.message}
        errorProps={{ role: 'alert' }}
        onChange={(event) => change(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="space-between">
        <FileChooser accept=".json,.yaml,.yml" onFile={(file) => void readFile(file)} />
        <Button
          onClick={() => mutate(text, { onSuccess: onStart })}
          loading={isPending}
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
  const { searched, isTyping } = useSearched(search)
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
    <SearchedSelect
      label="Connector"
      placeholder="Find a connector"
      options={connectors.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
      isOutdated={isTyping || list.isPlaceholderData}
      isFetching={list.isFetching || start.isPending}
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
