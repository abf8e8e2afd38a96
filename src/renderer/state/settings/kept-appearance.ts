import { type AppSettings, defaultSettings } from '../../../shared/app/settings'
import type { TextStorage } from '../../browser/environment'

const key = 'parley.appearance'

type Appearance = Pick<AppSettings, 'theme' | 'highContrast' | 'textSize' | 'density' | 'language'>

/** What each may be; the first is what it is when nothing else is known. */
const choices: { [Name in keyof Appearance]: readonly Appearance[Name][] } = {
  theme: [defaultSettings.theme, 'light', 'dark'],
  highContrast: [defaultSettings.highContrast, true],
  textSize: [defaultSettings.textSize, 'small', 'large', 'largest'],
  density: [defaultSettings.density, 'compact'],
  language: [defaultSettings.language, 'en', 'de'],
}

/** How the window looked last, and in which language: it is to look so before main has answered. */
export function keptAppearance(storage: TextStorage): Appearance {
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

export function keepAppearance(
  storage: TextStorage,
  { theme, highContrast, textSize, density, language }: AppSettings,
): void {
  try {
    storage.setItem(key, JSON.stringify({ theme, highContrast, textSize, density, language }))
  } catch {
    // No room is left: the next page begins as it last could, and looks right once main has answered.
  }
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Somebody else's text: then nothing is known.
    return {}
  }
}
