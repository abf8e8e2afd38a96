import { createContext, use } from 'react'

import type { Language } from '../../shared/locales/language'

/** The window's language, for everything rendered in it. */
export const LanguageContext = createContext<Language>('en')

/** The window's language. Memoized values that contain text depend on it. */
export function useLanguage(): Language {
  return use(LanguageContext)
}
