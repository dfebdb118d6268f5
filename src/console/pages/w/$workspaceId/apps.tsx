import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
export const Route = createFileRoute('/w/$workspaceId/apps')({ validateSearch: z.object({ focus: z.string().optional() }), component: () => null })
