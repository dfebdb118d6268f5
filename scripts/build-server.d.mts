import type { Plugin } from 'vite'

export function buildServer(outDir: string, plugins?: Plugin[]): Promise<void>
