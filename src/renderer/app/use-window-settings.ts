import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { languageFor } from '../../shared/locales/language'
import { currentLanguage, onTextsToRedraw, setLanguage, textRedraws } from '../language/t'
import type { Texts } from '../language/use-language'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { scalesOf } from '../ui/theme/scales'

const contrastQuery = '(prefers-contrast: more)'

/** Sets the user's appearance settings as attributes of the page, which tokens.css reads. */
export function useAppearance(): void {
  const app = useApp()
  const { theme, highContrast, textSize, density } = useStore(app.settings, (state) => state.settings)
  // The system's preference counts too, and can change.
  const isHighContrast = useSyncExternalStore(onContrastChange, wantsContrast) || highContrast
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    if (isHighContrast) dataset.contrast = 'high'
    else delete dataset.contrast
    const scales = scalesOf({ textSize, density })
    style.setProperty('--text-scale', String(scales.text))
    style.setProperty('--density', String(scales.density))
  }, [theme, isHighContrast, textSize, density])
}

function wantsContrast(): boolean {
  return window.matchMedia(contrastQuery).matches
}

function onContrastChange(onChange: () => void): () => void {
  const query = window.matchMedia(contrastQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

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
