function isValid(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the first locale that numbers and dates can be formatted in; English without one. On
 * systems without a language, some browsers report `C` or `en-US@posix`.
 */
export function firstValidLocale(locales: readonly string[]): string {
  return locales.find(isValid) ?? 'en-US'
}

/** The locale of the browser; English without a browser, as in tests. */
export const userLocale = firstValidLocale(globalThis.navigator?.languages ?? [])
