import { type ModelInfo, parseModelRef } from '../../../shared/models/models'
import { isOffered } from '../../../shared/models/model-choice'
import type { Completion } from './completion'

const offeredModels = 50

/** The model that a text names, and the rest of the text. */
export interface Mention {
  model: ModelInfo
  text: string
}

/** The model that a text names with `@` at its start; null when it names none. */
export function readMention(text: string, models: readonly ModelInfo[]): Mention | null {
  const typed = /^@(?<name>\S+)(?:\s+(?<rest>[^]*))?$/u.exec(text)?.groups
  if (typed?.['name'] === undefined) return null
  const model = modelNamed(typed['name'], models)
  return model === null ? null : { model, text: typed['rest'] ?? '' }
}

/** The models that a text starting with `@` may mean, favourites first; null when it means none, or is complete. */
export function mentionCompletions(
  text: string,
  models: readonly ModelInfo[],
  favourites: readonly string[],
): Completion[] | null {
  const typed = /^@(\S*)$/u.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return null
  const words = typed.split(/[\s/]+/u).filter(Boolean)
  const meant = models.filter((model) => {
    if (!isOffered(model)) return false
    const searched = `${model.id} ${model.name} ${model.providerName}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const isFavourite = ({ id }: ModelInfo) => favourites.includes(id)
  const ordered = [
    ...meant.filter(isFavourite),
    ...meant.filter((model) => !isFavourite(model) && !model.isScripted),
    ...meant.filter((model) => !isFavourite(model) && model.isScripted),
  ]
  return ordered.slice(0, offeredModels).map((model) => ({
    text: `@${model.id} `,
    label: model.name,
    hint: null,
    title: `${model.providerName} · ${model.id}`,
    disabledReason: null,
  }))
}

/** By its full id, or by the part after the provider if that is unique. */
function modelNamed(name: string, models: readonly ModelInfo[]): ModelInfo | null {
  const wished = name.toLowerCase()
  const exact = models.find(({ id }) => id.toLowerCase() === wished)
  if (exact !== undefined) return exact
  const [only, ...others] = models.filter(({ id }) => parseModelRef(id)?.modelId.toLowerCase() === wished)
  return only !== undefined && others.length === 0 ? only : null
}
