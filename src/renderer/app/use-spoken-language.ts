import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'

import { type Language, languageFor } from '../../shared/locales/language'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { focusedPlace, focusPlace, type Place } from './keep-focus'
import { type Scrolled, scrolledPlaces, scrollPlaces } from './keep-scroll'
import { currentLanguage, speak } from '../language/t'

interface Spoken {
  language: Language
  /** What had the focus in the former language; null when nothing had it. */
  focused: Place | null
  /** How far all was scrolled in it. */
  scrolled: readonly Scrolled[]
}

/** Speaks the language of the settings and answers it: as a `key` it builds what is shown anew when it changes. */
export function useSpokenLanguage(): Language {
  const { settings, environment } = useApp()
  const setting = useStore(settings, (state) => state.settings.language)
  const [spoken, setSpoken] = useState<Spoken>(() => ({
    language: currentLanguage(),
    focused: null,
    scrolled: [],
  }))
  useEffect(() => {
    const begin = () => {
      const begun = { language: currentLanguage(), focused: focusedPlace(), scrolled: scrolledPlaces() }
      setSpoken((former) => (former.language === begun.language ? former : begun))
    }
    speak(languageFor(setting, window.navigator.languages)).then(begin, (error: unknown) =>
      reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])
  // After the effects of what was built anew, some of which scroll, or take the focus, when they come.
  useEffect(() => {
    scrollPlaces(spoken.scrolled)
    if (spoken.focused !== null) focusPlace(spoken.focused)
  }, [spoken])
  return spoken.language
}
