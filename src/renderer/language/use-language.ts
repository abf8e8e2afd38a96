import { createContext, use } from 'react'

import type { Language } from '../../shared/locales/language'

/** The window's texts: another object once they are in another language, or some that were missing have been loaded. */
export interface Texts {
  language: Language
}

/** The window's texts, for everything rendered in it. */
export const TextsContext = createContext<Texts>({ language: 'en' })

/** The window's language. Memoized values that contain text depend on `TextsContext`. */
export function useLanguage(): Language {
  return use(TextsContext).language
}
