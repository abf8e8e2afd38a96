import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/app/use-app'

/** Every field in which one writes follows the page, unless it says otherwise itself. */
export function useSpellCheck(): void {
  const isOn = useStore(useApp().settings, (state) => state.settings.spellCheck)
  useLayoutEffect(() => {
    document.documentElement.spellcheck = isOn
  }, [isOn])
}
