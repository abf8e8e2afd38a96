import { z } from 'zod'

import { type ProviderPreset, providerPresets } from '../../shared/models/provider-presets'

const addresses = z.record(z.string(), z.url({ protocol: /^https?$/ }))

/**
 * The presets that this app offers. In an app started for tests, `PARLEY_PRESET_ADDRESSES`, a JSON object by id,
 * replaces their servers with those of the test.
 */
export function knownPresets(environment: NodeJS.ProcessEnv): readonly ProviderPreset[] {
  const replaced = environment['PARLEY_PRESET_ADDRESSES']
  if (environment['PARLEY_TEST'] !== '1' || replaced === undefined) return providerPresets
  const byId = addresses.parse(JSON.parse(replaced))
  return providerPresets.map((preset) => ({ ...preset, baseUrl: byId[preset.id] ?? preset.baseUrl }))
}
