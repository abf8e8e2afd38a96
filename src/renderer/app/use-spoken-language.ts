import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'

import { type Language, languageFor } from '../../shared/locales/language'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { currentLanguage, speak } from '../language/t'

/** Switches to the language in the settings, and returns it once its texts are loaded. */
export function useSpokenLanguage(): Language {
  const { settings, environment } = useApp()
  const setting = useStore(settings, (state) => state.settings.language)
  const [language, setLanguage] = useState(currentLanguage)
  useEffect(() => {
    speak(languageFor(setting, window.navigator.languages)).then(
      () => setLanguage(currentLanguage()),
      (error: unknown) => reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return language
}
