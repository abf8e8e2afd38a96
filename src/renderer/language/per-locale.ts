import { formatLocale } from './t'

/** A formatter for the window's language, created on first use and cached because creating one is expensive. */
export function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let made: { locale: string; formatter: Formatter } | null = null
  return () => {
    const locale = formatLocale()
    if (made?.locale !== locale) made = { locale, formatter: make(locale) }
    return made.formatter
  }
}
