import { createInstance, type i18n } from 'i18next'

import type { Catalogue } from './catalogue'
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
 * Creates a translator that starts in English, with these texts. `writeValue` changes the values put into them; none is
 * escaped for HTML, so HTML output must do that.
 */
export function createTranslator(
  texts: Partial<Catalogue>,
  writeValue: (value: string) => string = (value) => value,
): i18n {
  const translator = createInstance()
  void translator.init({
    lng: 'en',
    // A missing key does not compile, but if one is missing at run time, English is better than the key.
    fallbackLng: 'en',
    resources: { en: { [namespace]: texts } },
    initAsync: false,
    // Search words may be empty.
    returnEmptyString: true,
    interpolation: { escapeValue: true, escape: writeValue },
  })
  return translator
}

/** Adds texts of `language`, which must not change later. */
export function addTexts(translator: i18n, language: Language, texts: Partial<Catalogue>): void {
  translator.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true })
}
