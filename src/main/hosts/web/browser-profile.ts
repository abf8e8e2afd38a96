import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Has the browser connect to nothing before it must: it would even where a page of an answer may not go. 2 is "never".
 * `profile` is the browser's own folder for Parley.
 * @see https://chromeenterprise.google/policies/#NetworkPredictionOptions
 */
export function forbidLookingAhead(profile: string): void {
  const file = join(profile, 'Default', 'Preferences')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let preferences: { net?: object } = {}
  try {
    preferences = JSON.parse(readFileSync(file, 'utf8')) as typeof preferences
  } catch {
    // A new profile, or one that the browser replaces anyway.
  }
  const net = { ...preferences.net, network_prediction_options: 2 }
  writeFileSync(file, JSON.stringify({ ...preferences, net }), { mode: 0o600 })
}
