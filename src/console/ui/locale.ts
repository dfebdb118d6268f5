/** The locale of the browser; English without a browser, as in tests. */
export const userLocale = globalThis.navigator?.language ?? 'en-US'
