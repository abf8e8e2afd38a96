import { createContext, use } from 'react'

import type { Language } from '../../shared/locales/language'

/** The language that the window speaks, for all that is drawn in it. */
export const LanguageContext = createContext<Language>('en')

/** The language that the window speaks. What is memoised and contains text depends on it. */
export function useLanguage(): Language {
  return use(LanguageContext)
}
