import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/app/use-app'

/** Turns spell checking on or off for the page; every text field inherits it unless it sets its own. */
export function useSpellCheck(): void {
  const isOn = useStore(useApp().settings, (state) => state.settings.spellCheck)
  useLayoutEffect(() => {
    document.documentElement.spellcheck = isOn
  }, [isOn])
}
