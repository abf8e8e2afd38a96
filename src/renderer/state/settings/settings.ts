import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { defaultSettings } from '../../../shared/app/default-settings'
import type { AppSettings } from '../../../shared/app/schema'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import type { TextStorage } from '../../browser/environment'
import { attempt, errorDataOf } from '../../errors/error-data'

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
}

/** The user's settings. The appearance is also kept locally, so that a reload does not flash. */
export class Settings {
  readonly store
  readonly #api: ParleyApi
  readonly #storage: TextStorage
  /** Main's last known settings. */
  #known: AppSettings
  /** Changes that main has not answered yet, in order. */
  readonly #underWay = new Set<Partial<AppSettings>>()
  #heardCount = 0

  constructor(api: ParleyApi, storage: TextStorage) {
    this.#api = api
    this.#storage = storage
    this.#known = { ...defaultSettings, ...savedAppearance(storage) }
    this.store = createStore<SettingsState>(() => ({ settings: this.#known, isLoaded: false, error: null }))
  }

  async load(): Promise<void> {
    await attempt(this.store, async () => this.#take((await this.#api.invoke('settings.get', {})).settings))
  }

  /** Applies the change at once; a refusal reverts it and shows the error. */
  async change(change: RouteInput<'settings.set'>): Promise<void> {
    const heardBefore = this.#heardCount
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const wished: Partial<AppSettings> = Object.fromEntries(given)
    this.#underWay.add(wished)
    this.store.setState({ settings: this.#shown() })
    try {
      const { settings } = await this.#api.invoke('settings.set', change)
      this.#underWay.delete(wished)
      // Events received in the meantime may be newer than this answer, except for what was changed here.
      this.#take(heardBefore === this.#heardCount ? settings : { ...this.#known, ...wished })
    } catch (error) {
      this.#underWay.delete(wished)
      this.store.setState({ settings: this.#shown(), error: errorDataOf(error) })
    }
  }

  /** Applies settings from main, except those that this window is changing. */
  receive(settings: AppSettings): void {
    this.#heardCount += 1
    this.#take(settings)
  }

  #take(settings: AppSettings): void {
    this.#known = settings
    saveAppearance(this.#storage, settings)
    this.store.setState({ settings: this.#shown(), isLoaded: true, error: null })
  }

  #shown(): AppSettings {
    return Object.assign({}, this.#known, ...this.#underWay) as AppSettings
  }
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
