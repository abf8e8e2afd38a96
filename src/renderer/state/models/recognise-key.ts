import { type ProviderPreset, providerPresets } from '../../../shared/models/provider-presets'

/** The prefix, or the shape where prefixes are shared, of each provider's keys; the most specific first. */
const shapes: readonly (readonly [id: string, shape: RegExp])[] = [
  ['anthropic', /^sk-ant-/u],
  ['openrouter', /^sk-or-/u],
  ['openai', /^sk-(?:proj|svcacct|admin)-/u],
  ['google', /^AIza/u],
  ['groq', /^gsk_/u],
  ['xai', /^xai-/u],
  ['together', /^tgp_/u],
  ['deepseek', /^sk-[0-9a-f]{32}$/u],
  ['openai', /^sk-/u],
]

/** The provider whose key this looks like; null if it is ambiguous. */
export function recogniseKey(key: string): ProviderPreset | null {
  const id = shapes.find(([, shape]) => shape.test(key.trim()))?.[0]
  return providerPresets.find((preset) => preset.id === id) ?? null
}
