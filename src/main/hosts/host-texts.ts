import type { TFunction } from 'i18next'

import type { Catalogue } from '../../shared/locales/catalogue'
import { german } from '../../shared/locales/de/index'
import { english } from '../../shared/locales/en/index'
import { type Language, languageFor } from '../../shared/locales/language'
import { textsIn } from '../../shared/locales/translator'
import type { AppSettings } from '../../shared/app/settings'

const catalogues: { [Each in Language]: Catalogue } = { en: english, de: german }

const known = new Map<Language, TFunction>()

/** The texts that a host shows outside the window, in the language of the settings or of the system. */
export function hostTexts(setting: AppSettings['language'], systemLanguages: readonly string[]): TFunction {
  const language = languageFor(setting, systemLanguages)
  const texts = known.get(language) ?? textsIn(language, catalogues[language])
  known.set(language, texts)
  return texts
}
