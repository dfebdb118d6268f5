export const browserArguments: string[]
export function findBrowser(): string
export function findTestBrowser(): string
