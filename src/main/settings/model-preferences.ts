import { failure } from '../../shared/failures/failure'
import { type ModelChange, modelPreferenceLimits, type ModelPreference } from '../../shared/models/models'
import type { ModelParams } from '../../shared/sessions/sessions'
import { plainWords } from '../../shared/text/visible-text'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { SettingsStore } from './settings-store'

/** The user's settings for models: their names, notes, parameters and prices, and which ones are hidden. */
export class ModelPreferences {
  readonly #settings: Pick<SettingsStore, 'models' | 'setModels'>
  readonly #changed = new Emitter<readonly ModelPreference[]>()
  #byModel: ReadonlyMap<string, ModelPreference>

  constructor(settings: Pick<SettingsStore, 'models' | 'setModels'>) {
    this.#settings = settings
    this.#byModel = new Map(settings.models().map((preference) => [preference.model, preference]))
  }

  /** Returns the settings for `provider/model`; undefined if there are none. */
  of(model: string): ModelPreference | undefined {
    return this.#byModel.get(model)
  }

  /** The parameters of new chats and panes with this model that have none of their own. */
  paramsOf(model: string): ModelParams {
    return structuredClone(this.of(model)?.params ?? {})
  }

  /**
   * Makes all of the changes, or none. Returns what is now set for these models.
   * @throws INVALID_INPUT something is set for too many models, STORE_FULL
   */
  update(changes: readonly ModelChange[]): ModelPreference[] {
    const next = new Map(this.#byModel)
    for (const change of changes) {
      const changed = changedPreference(next.get(change.model) ?? nothingSet(change.model), change)
      if (isNothing(changed)) next.delete(change.model)
      else next.set(change.model, changed)
    }
    const { models: most } = modelPreferenceLimits
    if (next.size > most) throw failure('INVALID_INPUT', 'too-many-models-changed', { most })
    this.#settings.setModels([...next.values()])
    this.#byModel = next
    const names = [...new Set(changes.map(({ model }) => model))]
    const preferences = names.map((model) => next.get(model) ?? nothingSet(model))
    if (preferences.length > 0) this.#changed.fire(preferences)
    return preferences
  }

  /** Calls `listener` with what is now set for models that have changed. */
  onChanged(listener: (preferences: readonly ModelPreference[]) => void): Dispose {
    return this.#changed.on(listener)
  }
}

function nothingSet(model: string): ModelPreference {
  return { model, isHidden: false, label: null, note: null, params: {} }
}

function isNothing({ isHidden, label, note, params, price }: ModelPreference): boolean {
  const isUnnamed = label === null && note === null
  return !isHidden && isUnnamed && Object.keys(params).length === 0 && price === undefined
}

function changedPreference(before: ModelPreference, change: ModelChange): ModelPreference {
  const { isHidden = before.isHidden, label, note, params = before.params, price = before.price } = change
  return {
    model: before.model,
    isHidden,
    label: label === undefined ? before.label : wordsOrNull(label),
    note: note === undefined ? before.note : wordsOrNull(note),
    params,
    ...(price === undefined || price === null ? {} : { price: { ...price } }),
  }
}

function wordsOrNull(text: string | null): string | null {
  return plainWords(text ?? '') || null
}
