import type { AppSettings } from '../app/settings'

/** Languages that Parley has every text in, by their BCP 47 tag. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The language to speak: the user's choice, else the first of the system's that Parley knows, else English. */
export function languageFor(setting: AppSettings['language'], systemLanguages: readonly string[]): Language {
  if (setting !== 'system') return setting
  for (const tag of systemLanguages) {
    const known = languages.find((language) => tag.toLowerCase().split('-')[0] === language)
    if (known !== undefined) return known
  }
  return 'en'
}
