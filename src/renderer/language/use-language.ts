import { createContext, use } from 'react'

import type { Language } from '../../shared/locales/language'
import type { Texts } from './window-texts'

/** The window's texts, for everything rendered in it. */
export const TextsContext = createContext<Texts>({ language: 'en' })

/** The window's language. Memoized values that contain text depend on `TextsContext`. */
export function useLanguage(): Language {
  return use(TextsContext).language
}
