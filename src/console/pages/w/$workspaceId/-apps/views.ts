/** The ways in which one app is shown. */
export const appViews = ['details', 'json'] as const
export type AppView = (typeof appViews)[number]
