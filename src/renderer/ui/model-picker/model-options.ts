import type { ModelInfo } from '../../../shared/models'

/** The models of one provider, in the order in which they are offered. */
export interface ModelGroup {
  providerId: string
  providerName: string
  models: ModelInfo[]
}

/** The models that match every word of `query`, by provider; scripted ones last, they are only there to try out. */
export function groupModels(models: readonly ModelInfo[], query: string): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, ModelGroup>()
  const ordered = [
    ...models.filter((model) => !model.isScripted),
    ...models.filter((model) => model.isScripted),
  ]
  for (const model of ordered) {
    const text = `${model.name} ${model.providerName} ${model.id} ${markOf(model) ?? ''}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    const group = groups.get(model.providerId)
    if (group === undefined) {
      const { providerId, providerName } = model
      groups.set(providerId, { providerId, providerName, models: [model] })
    } else group.models.push(model)
  }
  return [...groups.values()]
}

/** What must be known of a model wherever it is chosen; null when its name says so already. */
export function markOf(model: ModelInfo): 'scripted' | 'local' | null {
  if (model.isScripted) return model.name.includes('scripted') ? null : 'scripted'
  return model.isLocal ? 'local' : null
}
