/** The views of an app. */
export const appViews = ['details', 'json'] as const
export type AppView = (typeof appViews)[number]
