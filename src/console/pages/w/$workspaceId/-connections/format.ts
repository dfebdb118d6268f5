/** The notations that an export can be shown in. */
export const formats = ['json', 'yaml'] as const
export type Format = (typeof formats)[number]
