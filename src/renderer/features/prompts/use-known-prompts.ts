import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { Prompt } from '../../../shared/sessions/prompts'
import { useApp } from '../../state/app/use-app'

/** The saved prompts. While `isWanted`, they are reloaded once, because another window may have changed them. */
export function useKnownPrompts(isWanted: boolean): readonly Prompt[] {
  const app = useApp()
  useEffect(() => {
    if (isWanted) void app.prompts.load()
  }, [app, isWanted])
  return useStore(app.prompts.store, (state) => state.prompts)
}
