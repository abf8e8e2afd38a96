import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { languageFor } from '../../shared/locales/language'
import { setLanguage, windowTexts } from '../language/t'
import type { Texts } from '../language/window-texts'
import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { scalesOf } from '../ui/theme/scales'

const contrastQuery = '(prefers-contrast: more)'

/** Sets the user's appearance settings as attributes of the page, which tokens.css reads. */
export function useAppearance(): void {
  const app = useApp()
  const { theme, highContrast, textSize, density } = useStore(app.settings.store, (state) => state.settings)
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

/** The window's texts, in the language of the settings. */
export function useTexts(): Texts {
  const { settings, environment } = useApp()
  const setting = useStore(settings.store, (state) => state.settings.language)
  const texts = useSyncExternalStore(windowTexts.onChange, windowTexts.current)
  useEffect(() => {
    setLanguage(languageFor(setting, window.navigator.languages)).catch((error: unknown) =>
      reportError(environment.api, 'unhandledrejection', error),
    )
  }, [setting, environment])
  useLayoutEffect(() => {
    document.documentElement.lang = texts.language
  }, [texts])
  return texts
}
