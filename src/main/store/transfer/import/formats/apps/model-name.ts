import { isModelRef } from '../../../../../../shared/models/models'
import { nameIn, textOf } from '../foreign-fields'

/** Names of providers in other programs, in lower case, and Parley's names for them. */
const providers = new Map([
  ['azureopenai', 'azure'],
  ['chatgpt', 'openai'],
  ['claude', 'anthropic'],
  ['gemini', 'google'],
  ['grok', 'xai'],
  ['lm-studio', 'lmstudio'],
])

/** Names of models that only one provider has. */
const families: [RegExp, provider: string][] = [
  [/^(?:gpt-|chatgpt|o\d(?:-|$))/i, 'openai'],
  [/^claude-/i, 'anthropic'],
  [/^gemini-/i, 'google'],
]

/**
 * A model of another program as `provider/model`. If the provider is not named, `app` takes its place, unless the
 * model's name identifies the provider. Null when no model is named.
 */
export function foreignModelName(model: unknown, provider: unknown, app: string): string | null {
  const id = nameIn(model)
  if (id === null || !/^\S{1,200}$/.test(id)) return null
  const given = textOf(provider)
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
  const family = families.find(([pattern]) => pattern.test(id))?.[1]
  const name = given === '' ? (family ?? app) : (providers.get(given) ?? given)
  const ref = `${name}/${id}`
  return isModelRef(ref) ? ref : null
}
