/** How the person at this browser writes numbers; plain English where there is no browser. */
export const userLocale = globalThis.navigator?.language ?? 'en-US'
