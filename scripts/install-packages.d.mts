export function installPackages(names: readonly string[]): void
