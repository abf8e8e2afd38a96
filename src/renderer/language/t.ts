import { initReactI18next } from 'react-i18next/initReactI18next'

import { type Language, localeOf } from '../../shared/locales/language'
import { WindowTexts } from './window-texts'

const texts = new WindowTexts()
// `Trans` reads the translator from there.
initReactI18next.init(texts.translator)

/** The text of a key in the window's language. Call it while rendering or in handlers, never at module level. */
export const t = texts.translate as unknown as typeof texts.translator.t

/** Whether there is a text for this key, if it comes from elsewhere. Texts of dialogs count once they are loaded. */
export function hasText(key: string): boolean {
  return texts.has(key)
}

/** Calls the listener when texts that were missing have been loaded. Returns a function that removes it. */
export const onTextsToRedraw = texts.onRedraw

/** Changes with each call of the listeners. */
export const textRedraws = texts.redraws

/** The window's current language. */
export function currentLanguage(): Language {
  return texts.language
}

/** The locale for dates, times and numbers. */
export function formatLocale(): string {
  return localeOf(texts.language)
}

/** Switches to `language`, unless another was requested since. Everything on screen must then be re-rendered. */
export function setLanguage(language: Language): Promise<void> {
  return texts.setLanguage(language)
}

/** Loads the texts of `stage`, and of those before it, in the window's language. */
export function loadTexts(stage: 'soon' | 'late'): Promise<void> {
  return texts.load(stage)
}

/** A module, once the texts of `stage` are loaded too. */
export async function withTexts<Module>(
  stage: 'soon' | 'late',
  loadingModule: Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([loadingModule, loadTexts(stage)])
  return module
}
