import type { TFunction } from 'i18next'

import type { Catalogue } from '../catalogue'
import { german } from '../de/index'
import { english } from '../en/index'
import type { Language } from '../language'
import { addTexts, createTranslator } from '../translator'

const catalogues: { [Each in Language]: Catalogue } = { en: english, de: german }

const known = new Map<Language, TFunction>()

/** The texts of any language, for main: the window loads them in stages, and only those of its language. */
export function textsOf(language: Language): TFunction {
  const texts = known.get(language) ?? translationTo(language)
  known.set(language, texts)
  return texts
}

function translationTo(language: Language): TFunction {
  const translator = createTranslator(english)
  addTexts(translator, language, catalogues[language])
  return translator.getFixedT(language)
}
