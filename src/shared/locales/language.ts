/** Supported languages, as BCP 47 tags. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The language to use: the user's choice, else the first supported one of the system's, else English. */
export function languageFor(setting: Language | 'system', systemLanguages: readonly string[]): Language {
  if (setting !== 'system') return setting
  for (const tag of systemLanguages) {
    const known = languages.find((language) => tag.toLowerCase().split('-')[0] === language)
    if (known !== undefined) return known
  }
  return 'en'
}

/** The locale for dates, times and numbers; British for English, so that no day is read as a month. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}
