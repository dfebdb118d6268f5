/** The path that the demo is served under, with a trailing slash. */
export const sitePath = new URL(/* @vite-ignore */ '../', import.meta.url).pathname
