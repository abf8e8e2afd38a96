import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { languageFor } from '../../shared/locales/language'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { currentLanguage, onTextsToRedraw, setLanguage, textRedraws } from '../language/t'
import type { Texts } from '../language/use-language'

/** Switches to the language in the settings, and returns the texts once they are loaded. */
export function useLanguageSetting(): Texts {
  const { settings, environment } = useApp()
  const setting = useStore(settings, (state) => state.settings.language)
  const [language, setLoaded] = useState(currentLanguage)
  const redraws = useSyncExternalStore(onTextsToRedraw, textRedraws)
  useEffect(() => {
    setLanguage(languageFor(setting, window.navigator.languages)).then(
      () => setLoaded(currentLanguage()),
      (error: unknown) => reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another object with each redraw
  return useMemo(() => ({ language }), [language, redraws])
}
