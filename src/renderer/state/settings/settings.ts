import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { defaultSettings } from '../../../shared/app/default-settings'
import type { AppSettings } from '../../../shared/app/schema'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import type { TextStorage } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'

const storageKey = 'parley.appearance'

/** The allowed values of each setting; the first is the default. */
const appearanceChoices: { [Name in keyof Appearance]: readonly Appearance[Name][] } = {
  theme: [defaultSettings.theme, 'light', 'dark'],
  highContrast: [defaultSettings.highContrast, true],
  textSize: [defaultSettings.textSize, 'small', 'large', 'largest'],
  density: [defaultSettings.density, 'compact'],
  language: [defaultSettings.language, 'en', 'de'],
}

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

type Appearance = Pick<AppSettings, 'theme' | 'highContrast' | 'textSize' | 'density' | 'language'>

/** The last appearance and language of the window, used before main has answered. */
export function savedAppearance(storage: TextStorage): Appearance {
  const kept = parse(storage.getItem(storageKey))
  const known = <Name extends keyof Appearance>(name: Name): Appearance[Name] =>
    appearanceChoices[name].find((choice) => choice === kept[name]) ?? defaultSettings[name]
  return {
    theme: known('theme'),
    highContrast: known('highContrast'),
    textSize: known('textSize'),
    density: known('density'),
    language: known('language'),
  }
}

/** Keeps what the next page needs for its first frame, before main has sent the settings. */
export function saveAppearance(
  storage: TextStorage,
  { theme, highContrast, textSize, density, language }: AppSettings,
): void {
  storage.setItem(storageKey, JSON.stringify({ theme, highContrast, textSize, density, language }))
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Not our format, so nothing is known.
    return {}
  }
}
