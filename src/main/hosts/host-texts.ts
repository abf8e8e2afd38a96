import type { TFunction } from 'i18next'

import type { AppSettings } from '../../shared/app/schema'
import { textsOf } from '../../shared/locales/all/texts-of'
import { languageFor } from '../../shared/locales/language'

/** The texts that a host shows outside the window, in the language of the settings or of the system. */
export function hostTexts(setting: AppSettings['language'], systemLanguages: readonly string[]): TFunction {
  return textsOf(languageFor(setting, systemLanguages))
}
