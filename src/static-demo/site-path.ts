/** The path that the demo is served below, with a slash at the end. */
export const sitePath = new URL(/* @vite-ignore */ '../', import.meta.url).pathname
