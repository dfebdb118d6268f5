import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
export const Route = createFileRoute('/w/$workspaceId/connectors')({ validateSearch: z.object({ focus: z.string().optional() }), component: () => null })
