import { type ProviderPreset, providerPresets } from '../../../shared/models/provider-presets'

/** How the keys of each provider begin, or look where many begin alike; what is most particular comes first. */
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

/** Whose key this looks like; null where it does not tell. */
export function recogniseKey(key: string): ProviderPreset | null {
  const id = shapes.find(([, shape]) => shape.test(key.trim()))?.[0]
  return providerPresets.find((preset) => preset.id === id) ?? null
}
