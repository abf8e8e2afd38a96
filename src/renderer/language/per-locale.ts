import { formatLocale } from './t'

/** A formatter for the window's language, made when it is first asked for and kept: making one costs more than using it. */
export function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let made: { locale: string; formatter: Formatter } | null = null
  return () => {
    const locale = formatLocale()
    if (made?.locale !== locale) made = { locale, formatter: make(locale) }
    return made.formatter
  }
}
