import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'

import { type Language, languageFor } from '../../shared/locales/language'
import { reportError } from '../state/report-error'
import { useApp } from '../state/use-app'
import { currentLanguage, speak } from './t'

/** Speaks the language of the settings and answers it: as a `key` it builds what is shown anew when it changes. */
export function useSpokenLanguage(): Language {
  const { settings, environment } = useApp()
  const setting = useStore(settings, (state) => state.settings.language)
  const [spoken, setSpoken] = useState(currentLanguage)
  useEffect(() => {
    speak(languageFor(setting, window.navigator.languages)).then(
      () => setSpoken(currentLanguage()),
      (error: unknown) => reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = spoken
  }, [spoken])
  return spoken
}
