import type { TFunction } from 'i18next'

import type { Catalogue } from '../catalogue'
import { german } from '../de/index'
import { english } from '../en/index'
import type { Language } from '../language'
import { textsIn } from '../translator'

const catalogues: { [Each in Language]: Catalogue } = { en: english, de: german }

const known = new Map<Language, TFunction>()

/** The texts of any language, for main: the window loads every language except English on first use. */
export function textsOf(language: Language): TFunction {
  const texts = known.get(language) ?? textsIn(language, catalogues[language])
  known.set(language, texts)
  return texts
}
