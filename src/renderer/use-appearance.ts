import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'

import { useApp } from './state/use-app'
import { scalesOf } from './ui/scales'

/** Lays the user's wishes for the look on the page, where tokens.css finds them. */
export function useAppearance(): void {
  const app = useApp()
  const { theme, highContrast, textSize, density } = useStore(app.settings, (state) => state.settings)
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    if (highContrast) dataset.contrast = 'high'
    else delete dataset.contrast
    const scales = scalesOf({ textSize, density })
    style.setProperty('--text-scale', String(scales.text))
    style.setProperty('--density', String(scales.density))
  }, [theme, highContrast, textSize, density])
}
