import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { specificationQuery, versionsQuery } from '@/console/api/connectors'
import { showFailure } from '@/console/layout/show-error'
import { lazyPart } from '@/console/ui/loading/load-part'
import { FailedDialog, LoadedPart } from '@/console/ui/loading/loaded-part'

const PublishModal = lazyPart(() => import('./publish-modal'))

interface PublishingProps {
  workspaceId: string
  connector: string
  /** The published versions. */
  published: readonly string[]
  /** Whether a version can be published now. An open dialog stays. */
  isOffered: boolean
}

/** The button that publishes the working copy as a version, and its dialog. */
export function Publishing({ workspaceId, connector, published, isOffered }: PublishingProps) {
  const client = useQueryClient()
  const [publishing, { open, close }] = useDisclosure(false)

  /**
   * Opens the dialog once its content is up to date, so that its number does not change, and its
   * buttons do not move when they are about to be clicked. It shows which comparison could not be
   * read; without the published versions, it would name a number that is not the next one.
   */
  const { mutate: openWhenRead, isPending: isOpening } = useMutation({
    mutationFn: async () => {
      const compared = Promise.allSettled(
        ['latest', 'dev'].map(async (one) =>
          client.fetchQuery(specificationQuery(workspaceId, connector, one)),
        ),
      )
      await client.fetchQuery(versionsQuery(workspaceId, connector))
      await compared
    },
    onSuccess: open,
    onError: (error) => showFailure('Couldn’t read the published versions', error),
  })

  return (
    <>
      {isOffered && (
        <Button variant="default" loading={isOpening} onClick={() => openWhenRead()}>
          Publish…
        </Button>
      )}
      {publishing && (
        <LoadedPart failed={<FailedDialog opened onClose={close} />}>
          <PublishModal
            workspaceId={workspaceId}
            connector={connector}
            published={published}
            onClose={close}
          />
        </LoadedPart>
      )}
    </>
  )
}
