import type { AgentPermission } from '../../../shared/agents/agents'
import { agentOf, type ModelInfo } from '../../../shared/models/models'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { modelName } from '../../state/models/models'
import { quotedStart, setParamWords } from './param-text'

/** Facts about a contestant of a vote or of a run. */
export interface NamedContestant {
  /** Readable, but with the id of the model. */
  key: string
  /** Absent if the key is all that is known, as for an imported vote and for a merge. */
  model?: string
  params?: ModelParams
  systemPrompt?: string | null
  permission?: AgentPermission
  /** The provider's name for the model that answered, if that distinguishes contestants. */
  answeredBy?: string | null
}

/**
 * How contestants are named to the user, in order: by the names of their models and by their settings. Different ones
 * that would have the same name are named by their keys.
 */
export function contestantNames(
  models: readonly ModelInfo[],
  contestants: readonly NamedContestant[],
): string[] {
  const names = contestants.map((contestant) => contestantName(models, contestant))
  const keys = Map.groupBy(contestants.keys(), (index) => names[index])
  return names.map((name, index) => {
    const key = contestants[index]?.key ?? name
    const isShared = keys.get(name)?.some((other) => contestants[other]?.key !== key) === true
    return isShared ? key : name
  })
}

function contestantName(models: readonly ModelInfo[], contestant: NamedContestant): string {
  const { key, model, params = {}, systemPrompt = null, permission, answeredBy = null } = contestant
  if (model === undefined) return nameOfKey(models, key)
  const settings = [
    ...(permission === undefined || agentOf(model) === null
      ? []
      : [t(`agents.permission.${permission}Short`)]),
    ...setParamWords(params),
    ...(systemPrompt === null || systemPrompt === '' ? [] : [quotedStart(systemPrompt)]),
  ]
  const name = modelName(models, model)
  const set = settings.length === 0 ? name : `${name} (${settings.join(', ')})`
  return answeredBy === null ? set : `${set} · ${answeredBy}`
}

/** A key that is the id of a model here, or the key of its merges; any other is the name that a file gave. */
function nameOfKey(models: readonly ModelInfo[], key: string): string {
  const [, merging] = /^(.+) \(merge\)$/.exec(key) ?? []
  const known = models.find(({ id }) => id === (merging ?? key))
  if (known === undefined) return key
  return merging === undefined ? known.name : t('compare.pane.merge', { model: known.name })
}
