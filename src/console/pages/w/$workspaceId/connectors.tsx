import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/w/$workspaceId/connectors')({ component: Outlet })
