import { createInstance, type i18n, type TFunction } from 'i18next'

import type { Catalogue } from './catalogue'
import { earlyEnglish } from './en/early'
import type { english } from './en/index'
import type { Language } from './language'

const namespace = 'translation'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: typeof namespace
    resources: { [namespace]: typeof english }
  }
}

/**
 * Creates a translator that starts in English, without the late texts. It does not escape interpolated values, so HTML
 * output must.
 */
export function createTranslator(): i18n {
  const translator = createInstance()
  void translator.init({
    lng: 'en',
    // A missing key does not compile, but if one is missing at run time, English is better than the key.
    fallbackLng: 'en',
    resources: { en: { [namespace]: earlyEnglish } },
    initAsync: false,
    // Search words may be empty.
    returnEmptyString: true,
    interpolation: { escapeValue: false },
  })
  return translator
}

/** A translation function for `language` alone, from its `catalogue`. */
export function textsIn(language: Language, catalogue: Catalogue): TFunction {
  const translator = createTranslator()
  translator.addResourceBundle(language, namespace, catalogue)
  return translator.getFixedT(language)
}

/** Adds texts of `language`, such as those that are loaded late. */
export function addTexts(translator: i18n, language: Language, texts: Partial<Catalogue>): void {
  translator.addResourceBundle(language, namespace, texts)
}

/** Switches `translator` to `language` with the texts of `catalogue`. */
export async function switchLanguage(
  translator: i18n,
  language: Language,
  catalogue: Partial<Catalogue>,
): Promise<void> {
  addTexts(translator, language, catalogue)
  await translator.changeLanguage(language)
}
