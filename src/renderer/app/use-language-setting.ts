import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'

import { type Language, languageFor } from '../../shared/locales/language'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { currentLanguage, setLanguage } from '../language/t'

/** Switches to the language in the settings, and returns it once its texts are loaded. */
export function useLanguageSetting(): Language {
  const { settings, environment } = useApp()
  const setting = useStore(settings, (state) => state.settings.language)
  const [language, setLoaded] = useState(currentLanguage)
  useEffect(() => {
    setLanguage(languageFor(setting, window.navigator.languages)).then(
      () => setLoaded(currentLanguage()),
      (error: unknown) => reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return language
}
