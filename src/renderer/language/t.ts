import { initReactI18next } from 'react-i18next/initReactI18next'

import type { Catalogue } from '../../shared/locales/catalogue'
import { english } from '../../shared/locales/en/index'
import { type Language, localeOf } from '../../shared/locales/language'
import { createTranslator, switchLanguage } from '../../shared/locales/translator'

/** Every language except English is loaded on first use. */
const catalogues: { [Other in Language]: () => Promise<Catalogue> } = {
  en: () => Promise.resolve(english),
  de: async () => (await import('../../shared/locales/de/index')).german,
}

const translator = createTranslator()
// `Trans` reads the translator from there.
initReactI18next.init(translator)
let wanted: Language = 'en'
let spoken: Language = 'en'
const lookUp = translator.t as unknown as (key: string, values?: object) => string
/** Texts without values in the current language, because every render asks for the same ones. */
const fixedTexts = new Map<string, string>()

/** The text of a key in the window's language. Call it while rendering or in handlers, never at module level. */
export const t = translate as unknown as typeof translator.t

function translate(key: string, values?: object): string {
  const known = values === undefined ? fixedTexts.get(key) : undefined
  if (known !== undefined) return known
  const text = lookUp(key, values)
  if (values === undefined) fixedTexts.set(key, text)
  return text
}

/** The window's current language. */
export function currentLanguage(): Language {
  return spoken
}

/** The locale for dates, times and numbers. */
export function formatLocale(): string {
  return localeOf(spoken)
}

/** Switches to `language`, unless another was requested since. Everything on screen must then be re-rendered. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  const catalogue = await catalogues[language]()
  if (wanted !== language) return
  await switchLanguage(translator, language, catalogue)
  fixedTexts.clear()
  spoken = language
}
