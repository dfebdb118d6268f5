export function buildServer(outDir: string): Promise<void>
