import { createInstance, type i18n, type TFunction } from 'i18next'

import type { Catalogue } from './catalogue'
import { english } from './en/index'
import type { Language } from './language'

const namespace = 'translation'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: typeof namespace
    resources: { [namespace]: typeof english }
  }
}

/** Says texts, in English until told otherwise. Values are put in as they are: who shows a text as HTML escapes it. */
export function createTranslator(): i18n {
  const translator = createInstance()
  void translator.init({
    lng: 'en',
    // A text that a catalogue lacks does not compile; were one missing all the same, English is better than its key.
    fallbackLng: 'en',
    resources: { en: { [namespace]: english } },
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return translator
}

/** What says texts in `language` only, for whoever has its `catalogue` at hand. */
export function textsIn(language: Language, catalogue: Catalogue): TFunction {
  const translator = createTranslator()
  translator.addResourceBundle(language, namespace, catalogue)
  return translator.getFixedT(language)
}

/** Has `translator` speak `language`, whose texts are `catalogue`. */
export async function speakLanguage(
  translator: i18n,
  language: Language,
  catalogue: Catalogue,
): Promise<void> {
  translator.addResourceBundle(language, namespace, catalogue)
  await translator.changeLanguage(language)
}
