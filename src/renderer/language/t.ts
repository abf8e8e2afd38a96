import { initReactI18next } from 'react-i18next/initReactI18next'

import type { Catalogue } from '../../shared/locales/catalogue'
import { earlyEnglish } from '../../shared/locales/en/early'
import { type Language, localeOf } from '../../shared/locales/language'
import { addTexts, createTranslator, switchLanguage } from '../../shared/locales/translator'

/** Every language except English is loaded on first use. */
const catalogues: { [Other in Language]: () => Promise<Partial<Catalogue>> } = {
  en: () => Promise.resolve(earlyEnglish),
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
  // oxlint-disable-next-line no-console -- fails every live test that sees it
  if (text === key) console.error(`no text for ${key}: is it of a dialog that is not loaded yet?`)
  if (values === undefined) fixedTexts.set(key, text)
  return text
}

/** Whether there is a text for this key, if it comes from elsewhere. Texts of dialogs count once they are loaded. */
export function hasText(key: string): boolean {
  return translator.exists(key)
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

let loading: Promise<void> | null = null

/** Loads the texts of dialogs, which nothing else may use. Other languages are loaded as a whole. */
export function loadLateTexts(): Promise<void> {
  return (loading ??= addLateTexts())
}

async function addLateTexts(): Promise<void> {
  try {
    const { lateEnglish } = await import('../../shared/locales/en/late')
    addTexts(translator, 'en', lateEnglish)
    fixedTexts.clear()
  } catch (error) {
    // The next dialog tries again.
    loading = null
    throw error
  }
}

/** A dialog's module, once its texts are loaded too. */
export async function withLateTexts<Module>(loadingModule: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loadingModule, loadLateTexts()])
  return module
}
