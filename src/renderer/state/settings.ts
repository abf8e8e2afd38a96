import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../shared/errors'
import { defaultSettings, type AppSettings } from '../../shared/settings'
import type { RouteInput } from '../../shared/rpc/contract'
import type { ParleyApi } from '../rpc/parley-api'
import type { TextStorage } from './environment'
import { errorDataOf } from './error-data'

const themeKey = 'parley.theme'

export interface SettingsState {
  settings: AppSettings
  isLoaded: boolean
  error: ErrorData | null
  load: () => Promise<void>
  /** Shows the change at once; a refusal takes it back and says why. */
  change: (change: RouteInput<'settings.set'>) => Promise<void>
}

/** The user's settings. The theme is kept in the window too, so that a reload does not flash. */
export function createSettings(api: ParleyApi, storage: TextStorage) {
  const savedTheme = storage.getItem(themeKey)
  const theme = savedTheme === 'light' || savedTheme === 'dark' ? savedTheme : defaultSettings.theme
  return createStore<SettingsState>((set, get) => {
    const take = (settings: AppSettings) => {
      storage.setItem(themeKey, settings.theme)
      set({ settings, isLoaded: true, error: null })
    }
    return {
      settings: { ...defaultSettings, theme },
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
        try {
          take((await api.invoke('settings.set', change)).settings)
        } catch (error) {
          set({ settings: before, error: errorDataOf(error) })
        }
      },
    }
  })
}
