import { createStore } from 'zustand/vanilla'

import { earlierModel } from '../../../shared/sets/sets'
import type { ErrorData } from '../../../shared/errors'
import {
  agentOf,
  parseModelRef,
  withPreference,
  type ModelChange,
  type ModelFacts,
  type ModelInfo,
  type ModelPreference,
  type ModelProblem,
} from '../../../shared/models/models'
import {
  isChoosable,
  isHiddenModel,
  isOffered,
  isReal,
  isShownScript,
} from '../../../shared/models/model-choice'
import { t } from '../../language/t'
import { deepEqual } from '../../../shared/deep-equal'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { ParleyApi } from '../../rpc/parley-api'
import type { TextStorage } from '../../browser/environment'
import { errorDataOf, refusalOf } from '../../errors/error-data'

const recentKey = 'parley.recentModels'
const maxRecent = 5

export interface ModelsState {
  phase: 'loading' | 'ready' | 'failed'
  models: ModelInfo[]
  problems: ModelProblem[]
  error: ErrorData | null
  isRefreshing: boolean
  /** Date of the list of prices and sizes. */
  factsDate: string | null
  /** The models chosen last in this browser or app, newest first. */
  recent: readonly string[]
}

/** All models that can be selected, and the providers that did not answer. */
export class Models {
  readonly store
  readonly #api: ParleyApi
  readonly #storage: TextStorage

  constructor(api: ParleyApi, storage: TextStorage) {
    this.#api = api
    this.#storage = storage
    this.store = createStore<ModelsState>(() => ({
      phase: 'loading',
      models: [],
      problems: [],
      error: null,
      isRefreshing: false,
      factsDate: null,
      recent: storedModels(storage),
    }))
  }

  /** Moves a model to the front of the recent ones. */
  noteUse(modelId: string): void {
    const others = this.store.getState().recent.filter((id) => id !== modelId)
    const recent = [modelId, ...others].slice(0, maxRecent)
    this.store.setState({ recent })
    this.#storage.setItem(recentKey, JSON.stringify(recent))
  }

  /** Loads the models; `refresh` makes main ask every provider again. */
  async load(options: { refresh?: boolean } = {}): Promise<void> {
    this.store.setState({ isRefreshing: true })
    try {
      const listed = await this.#api.invoke('models.list', options)
      this.store.setState({ ...listed, phase: 'ready', error: null, isRefreshing: false })
    } catch (error) {
      this.store.setState(({ models }) => ({
        phase: models.length > 0 ? 'ready' : 'failed',
        error: errorDataOf(error),
        isRefreshing: false,
      }))
    }
  }

  /** Changes what is set for these models; resolves with the refusal. */
  update(changes: readonly ModelChange[]): Promise<ErrorData | null> {
    return refusalOf(async () => {
      const { preferences } = await this.#api.invoke('models.updateMany', { changes: [...changes] })
      this.receive(preferences)
    })
  }

  /** Applies what main says is now set for these models. */
  receive(preferences: readonly ModelPreference[]): void {
    const byModel = new Map(preferences.map((preference) => [preference.model, preference]))
    this.store.setState(({ models }) => ({
      models: models.map((model) => {
        const preference = byModel.get(model.id)
        return preference === undefined ? model : withPreference(model, preference)
      }),
    }))
  }
}

/** Another window or an older version may have stored anything. */
function storedModels(storage: TextStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(recentKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, maxRecent) : []
  } catch {
    return [] // Not JSON: it is overwritten with the next choice.
  }
}

/** A model's short name: its display name, or the part after the provider. */
export function modelName(models: readonly ModelInfo[], ref: string | null | undefined): string {
  if (ref === null || ref === undefined) return t('models.picker.none')
  if (ref === earlierModel) return t('sets.earlierAnswer')
  return models.find((model) => model.id === ref)?.name ?? parseModelRef(ref)?.modelId ?? ref
}

/** The parameters that the user has set for new chats and panes with this model. */
export function ownParams(models: readonly ModelInfo[], ref: string | null): ModelParams {
  return models.find(({ id }) => id === ref)?.preference?.params ?? {}
}

/** The parameters after the model changes: those of the new one, unless the user chose others for this chat or pane. */
export function paramsFor(
  models: readonly ModelInfo[],
  { model, params }: { model: string; params: ModelParams },
  next: string,
): ModelParams {
  return deepEqual(params, ownParams(models, model)) ? ownParams(models, next) : params
}

/** True for the entry of an agent's own default model. */
export function isAgentItself({ agent, ownName, name, providerName }: ModelInfo): boolean {
  return agent !== undefined && (ownName ?? name) === providerName
}

/** The agents that are installed, each as the entry for its own default model. */
export function installedAgents(models: readonly ModelInfo[]): ModelInfo[] {
  return models.filter(
    (model) => model.agent?.isInstalled === true && isAgentItself(model) && !isHiddenModel(model),
  )
}

/** True if anything but the demo can answer; otherwise each new chat shows how to get a model. */
export function canAnswer(models: readonly ModelInfo[]): boolean {
  return models.some((model) => isReal(model) || model.agent?.isInstalled === true)
}

/** The models among `refs` that the user has hidden, once each. */
export function hiddenModels(models: readonly ModelInfo[], refs: readonly string[]): string[] {
  return models.filter((model) => isHiddenModel(model) && refs.includes(model.id)).map(({ id }) => id)
}

/** Agents take no parameters. */
const agentFacts: ModelFacts = { params: [] }

/** The known facts about a model, from which its settings follow. */
export function factsFor(models: readonly ModelInfo[], ref: string | null): ModelFacts | undefined {
  if (ref !== null && agentOf(ref) !== null) return agentFacts
  return models.find(({ id }) => id === ref)?.facts
}

/** The model for another pane: one that is not used yet, else the first. */
export function modelToAdd(models: readonly ModelInfo[], used: readonly string[]): string | null {
  const unused = models.filter(({ id }) => !used.includes(id))
  const scripted = unused.find(isShownScript)
  const best =
    unused.find(isChoosable) ?? models.find(isChoosable) ?? scripted ?? models.find(isOffered) ?? models[0]
  return best?.id ?? null
}

/** The models for a new comparison: those of the last one that are still available, else two or three others. */
export function modelsToCompare(models: readonly ModelInfo[], last: readonly string[]): string[] {
  const known = last.filter((id) => models.some((model) => model.id === id && !isHiddenModel(model)))
  if (known.length >= 2) return known
  const real = models.filter(isChoosable)
  const scripted = models.filter(isShownScript)
  const chosen = [...real.slice(0, 3), ...scripted].slice(0, Math.max(2, Math.min(3, real.length)))
  const only = chosen[0]
  return chosen.length === 1 && only !== undefined ? [only.id, only.id] : chosen.map((model) => model.id)
}

/**
 * The models among `refs` that can no longer be selected. Models of a provider that is only unreachable are not
 * included.
 */
export function goneModels(
  { phase, models, problems }: Pick<ModelsState, 'phase' | 'models' | 'problems'>,
  refs: readonly string[],
): string[] {
  if (phase !== 'ready') return []
  return refs.filter((ref) => {
    const providerId = parseModelRef(ref)?.providerId
    return (
      models.every(({ id }) => id !== ref) && problems.every((problem) => problem.providerId !== providerId)
    )
  })
}

/**
 * The model that a merge or summary begins with, which no agent can write: the first of those `wished` that can still be
 * selected and is not hidden, else a real one, else a scripted one.
 */
export function writingModel(
  state: Pick<ModelsState, 'phase' | 'models' | 'problems'>,
  wished: readonly (string | null | undefined)[],
): string | null {
  const writers = wished.flatMap((ref) => (ref == null || agentOf(ref) !== null ? [] : [ref]))
  const { models } = state
  const avoided = [...goneModels(state, writers), ...hiddenModels(models, writers)]
  const other = models.find(isChoosable) ?? models.find(isShownScript)
  return writers.find((ref) => !avoided.includes(ref)) ?? other?.id ?? null
}
