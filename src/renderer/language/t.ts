import { initReactI18next } from 'react-i18next/initReactI18next'

import type { Catalogue } from '../../shared/locales/catalogue'
import { english } from '../../shared/locales/en/index'
import type { Language } from '../../shared/locales/language'
import { createTranslator, speakLanguage } from '../../shared/locales/translator'

/** Everything but English is fetched when it is first spoken. */
const catalogues: { [Other in Language]: () => Promise<Catalogue> } = {
  en: () => Promise.resolve(english),
  de: async () => (await import('../../shared/locales/de/index')).german,
}

const translator = createTranslator()
// `Trans` finds it there.
initReactI18next.init(translator)
let wanted: Language = 'en'
let spoken: Language = 'en'

/** The text of a key in the window's language. Called while rendering or acting, never while a module is loaded. */
export const t = translator.t

/** The language that the window speaks now. */
export function currentLanguage(): Language {
  return spoken
}

/** The locale for dates, times and numbers; English ones as in Britain, so that no day is read as a month. */
export function formatLocale(): string {
  return spoken === 'en' ? 'en-GB' : spoken
}

/** Has the window speak `language` from now on, unless another was asked for since. What is shown must be built anew. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  const catalogue = await catalogues[language]()
  if (wanted !== language) return
  await speakLanguage(translator, language, catalogue)
  spoken = language
}
