import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../shared/errors'
import { defaultSettings, type AppSettings } from '../../shared/settings'
import type { RouteInput } from '../../shared/rpc/contract'
import type { ParleyApi } from '../rpc/parley-api'
import type { TextStorage } from './environment'
import { errorDataOf } from './error-data'
import { keepAppearance, keptAppearance } from './kept-appearance'

export interface SettingsState {
  settings: AppSettings
  isLoaded: boolean
  error: ErrorData | null
  load: () => Promise<void>
  /** Shows the change at once; a refusal takes it back and says why. */
  change: (change: RouteInput<'settings.set'>) => Promise<void>
  /** Main says what they are now; what this window is just changing itself comes with the answer to that. */
  hear: (settings: AppSettings) => void
}

/** The user's settings. How the window looks is kept in it too, so that a reload does not flash. */
export function createSettings(api: ParleyApi, storage: TextStorage) {
  return createStore<SettingsState>((set, get) => {
    const take = (settings: AppSettings) => {
      keepAppearance(storage, settings)
      set({ settings, isLoaded: true, error: null })
    }
    let changesUnderWay = 0
    return {
      settings: { ...defaultSettings, ...keptAppearance(storage) },
      isLoaded: false,
      error: null,
      load: async () => {
        try {
          take((await api.invoke('settings.get', {})).settings)
        } catch (error) {
          set({ error: errorDataOf(error) })
        }
      },
      change: async (change) => {
        const before = get().settings
        const wished = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        set({ settings: { ...before, ...wished } })
        changesUnderWay += 1
        try {
          const { settings } = await api.invoke('settings.set', change)
          // The answer to the last of them has all of them.
          if (changesUnderWay === 1) take(settings)
        } catch (error) {
          set({ settings: before, error: errorDataOf(error) })
        } finally {
          changesUnderWay -= 1
        }
      },
      hear: (settings) => {
        if (changesUnderWay === 0) take(settings)
      },
    }
  })
}
