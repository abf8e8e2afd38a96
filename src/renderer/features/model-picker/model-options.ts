import type { ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'
import { isMissing } from '../../../shared/models/model-choice'
import { isAgentItself } from '../../state/models/models'
import { queryWords, plainScore, wordScore, type QueryWord } from '../../state/search/word-match'
import { markText } from './model-facts'
import { conditionOf } from './model-traits'

/** Models under one heading, in display order. */
export interface ModelGroup {
  /** `favourites`, `recent`, `agents`, or the provider's id after a slash, which no provider id contains. */
  key: string
  name: string
  models: ModelInfo[]
}

/** The groups before the providers. */
interface ModelOrder {
  /** `provider/model`, in their own order. */
  favourites?: readonly string[]
  /** The models used last, newest first. */
  recent?: readonly string[]
}

/**
 * The models that match `query`, without duplicates: favourites, recent ones, coding agents, then by provider. Scripted
 * ones come last, after agents if none is installed. During a search, the best match of a group decides its position.
 */
export function groupModels(
  models: readonly ModelInfo[],
  query: string,
  { favourites = [], recent = [] }: ModelOrder = {},
): ModelGroup[] {
  const words = modelWords(queryWords(query))
  const scores = new Map<string, number>()
  for (const model of models) {
    const score = scoreOf(model, words)
    if (score !== null) scores.set(model.id, score)
  }
  const fitting = models.filter(({ id }) => scores.has(id))
  const byId = new Map(fitting.map((model) => [model.id, model]))
  const groups = new Map<string, ModelGroup>()
  const put = (key: string, name: string, model: ModelInfo) => {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { key, name, models: [model] })
    else group.models.push(model)
    byId.delete(model.id)
  }
  for (const id of favourites) {
    const model = byId.get(id)
    if (model !== undefined) put('favourites', t('common.favourites'), model)
  }
  for (const id of recent) {
    const model = byId.get(id)
    if (model !== undefined) put('recent', t('common.recent'), model)
  }
  const agents = fitting.filter((model) => byId.has(model.id) && isListed(model))
  const putAgents = () => {
    // Installed agents first, each with its models.
    for (const model of agents.toSorted(
      (left, right) => Number(isMissing(left)) - Number(isMissing(right)),
    )) {
      put('agents', t('common.codingAgents'), model)
    }
  }
  const haveAgent = agents.some((model) => !isMissing(model))
  if (haveAgent) putAgents()
  for (const isScripted of [false, true]) {
    if (isScripted && !haveAgent) putAgents()
    for (const model of fitting) {
      if (model.agent !== undefined) continue
      if (model.isScripted === isScripted && byId.has(model.id)) {
        put(`/${model.providerId}`, model.providerName, model)
      }
    }
  }
  return words.length === 0 ? [...groups.values()] : byScore([...groups.values()], scores)
}

/** Agents are listed together; one that is not installed has a single entry. */
function isListed(model: ModelInfo): boolean {
  return model.agent?.isInstalled === true || isAgentItself(model)
}

function byScore(groups: ModelGroup[], scores: ReadonlyMap<string, number>): ModelGroup[] {
  const scoreOfModel = ({ id }: ModelInfo) => scores.get(id) ?? 0
  const sorted = groups.map((group) => ({
    ...group,
    models: group.models.toSorted(
      (left, right) =>
        Number(isMissing(left)) - Number(isMissing(right)) || scoreOfModel(right) - scoreOfModel(left),
    ),
  }))
  // Everything available goes before what must be installed first.
  const best = ({ models: [first] }: ModelGroup) =>
    first === undefined || isMissing(first) ? 0 : scoreOfModel(first)
  return sorted.toSorted((left, right) => best(right) - best(left))
}

/** Less than the word in a name, more than its scattered characters. */
const conditionScore = 1.1

/** A typed word that a model may match by its name or by its facts. */
interface ModelWord extends QueryWord {
  condition: ((model: ModelInfo) => boolean) | null
}

/** Adds to each word what it says about a model's facts. */
export function modelWords(words: readonly QueryWord[]): ModelWord[] {
  return words.map((word) => ({ ...word, condition: conditionOf(word.text) }))
}

/**
 * How well a model matches the typed words; null when one of them does not match. A word matches the name, id, provider
 * or mark as a substring or, as `gpt4om` does for `gpt-4o-mini`, by its characters in order; or it states a condition
 * that the model meets, such as `vision`.
 */
export function scoreOf(model: ModelInfo, words: readonly ModelWord[]): number | null {
  const { ownName, preference } = model
  const name = model.name.toLowerCase()
  const id = model.id.toLowerCase()
  const around =
    `${model.providerName} ${markText(model) ?? ''} ${ownName ?? ''} ${preference?.note ?? ''}`.toLowerCase()
  let score = 0
  for (const word of words) {
    const best = Math.max(
      wordScore(name, word) * 1.1,
      wordScore(id, word),
      plainScore(around, word) / 2,
      word.condition?.(model) === true ? conditionScore : 0,
    )
    if (best === 0) return null
    score += best
  }
  // Of two equal matches, prefer the shorter name.
  return score - name.length / 10_000
}
