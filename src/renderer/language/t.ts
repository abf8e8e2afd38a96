import { initReactI18next } from 'react-i18next/initReactI18next'

import { type Language, localeOf } from '../../shared/locales/language'
import { WindowTexts } from './window-texts'

/** The texts of this window. */
export const windowTexts = new WindowTexts()
// `Trans` reads the translator from there.
initReactI18next.init(windowTexts.translator)

/** The text of a key in the window's language. Call it while rendering or in handlers, never at module level. */
export const t = windowTexts.translate as unknown as typeof windowTexts.translator.t

/** True if a key that comes from elsewhere, such as main, has a text. */
export function hasText(key: string): boolean {
  return windowTexts.has(key)
}

/** The window's current language. */
export function currentLanguage(): Language {
  return windowTexts.current().language
}

/** The locale for dates, times and numbers. */
export function formatLocale(): string {
  return localeOf(currentLanguage())
}

/** Switches to `language`, unless another was requested since. Everything is then rendered again. */
export function setLanguage(language: Language): Promise<void> {
  return windowTexts.setLanguage(language)
}

/** Loads the texts that are not part of the first load, in the window's language. */
export function loadTexts(): Promise<void> {
  return windowTexts.loadRest()
}
