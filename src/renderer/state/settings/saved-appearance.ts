import { type AppSettings, defaultSettings } from '../../../shared/app/settings'
import type { TextStorage } from '../../browser/environment'

const key = 'parley.appearance'

type Appearance = Pick<AppSettings, 'theme' | 'highContrast' | 'textSize' | 'density' | 'language'>

/** The allowed values of each setting; the first is the default. */
const choices: { [Name in keyof Appearance]: readonly Appearance[Name][] } = {
  theme: [defaultSettings.theme, 'light', 'dark'],
  highContrast: [defaultSettings.highContrast, true],
  textSize: [defaultSettings.textSize, 'small', 'large', 'largest'],
  density: [defaultSettings.density, 'compact'],
  language: [defaultSettings.language, 'en', 'de'],
}

/** The last appearance and language of the window, used before main has answered. */
export function savedAppearance(storage: TextStorage): Appearance {
  const kept = parse(storage.getItem(key))
  const known = <Name extends keyof Appearance>(name: Name): Appearance[Name] =>
    choices[name].find((choice) => choice === kept[name]) ?? defaultSettings[name]
  return {
    theme: known('theme'),
    highContrast: known('highContrast'),
    textSize: known('textSize'),
    density: known('density'),
    language: known('language'),
  }
}

export function saveAppearance(
  storage: TextStorage,
  { theme, highContrast, textSize, density, language }: AppSettings,
): void {
  try {
    storage.setItem(key, JSON.stringify({ theme, highContrast, textSize, density, language }))
  } catch {
    // Storage is full: the next page starts with an older appearance until main has answered.
  }
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
