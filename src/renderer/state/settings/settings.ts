import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { defaultSettings, type AppSettings } from '../../../shared/app/settings'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import type { TextStorage } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import { saveAppearance, savedAppearance } from './saved-appearance'

export interface SettingsState {
  settings: AppSettings
  isLoaded: boolean
  error: ErrorData | null
  load: () => Promise<void>
  /** Applies the change at once; a refusal reverts it and shows the error. */
  change: (change: RouteInput<'settings.set'>) => Promise<void>
  /** Applies settings from main, except those that this window is changing. */
  receive: (settings: AppSettings) => void
}

/** The user's settings. The appearance is also kept locally, so that a reload does not flash. */
export function createSettings(api: ParleyApi, storage: TextStorage) {
  return createStore<SettingsState>((set) => {
    /** Main's last known settings. */
    let known: AppSettings = { ...defaultSettings, ...savedAppearance(storage) }
    /** Changes that main has not answered yet, in order. */
    const underWay = new Set<Partial<AppSettings>>()
    let heardCount = 0
    const shown = (): AppSettings => Object.assign({}, known, ...underWay) as AppSettings
    const take = (settings: AppSettings) => {
      known = settings
      saveAppearance(storage, settings)
      set({ settings: shown(), isLoaded: true, error: null })
    }
    return {
      settings: known,
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
        const heardBefore = heardCount
        const given = Object.entries(change).filter(([, value]) => value !== undefined)
        const wished: Partial<AppSettings> = Object.fromEntries(given)
        underWay.add(wished)
        set({ settings: shown() })
        try {
          const { settings } = await api.invoke('settings.set', change)
          underWay.delete(wished)
          // Events received in the meantime may be newer than this answer, except for what was changed here.
          take(heardBefore === heardCount ? settings : { ...known, ...wished })
        } catch (error) {
          underWay.delete(wished)
          set({ settings: shown(), error: errorDataOf(error) })
        }
      },
      receive: (settings) => {
        heardCount += 1
        take(settings)
      },
    }
  })
}
