import type { AgentPermission, WorkspaceIsolation } from '../../shared/agents/agents'
import type { SetId } from '../../shared/ids'
import { agentOf } from '../../shared/models/models'
import type { ModelParams } from '../../shared/sessions/sessions'
import type { LineUpModel } from '../../shared/sets/sets'
import { contestantOf } from '../votes/contestant'

/** A model as the user chose it, with its settings. */
export interface ChosenModel {
  model: string
  params?: ModelParams | undefined
  systemPrompt?: string | undefined
  workspace?: string | undefined
  permission?: AgentPermission | undefined
  isolation?: WorkspaceIsolation | undefined
}

/** A run to start, and its limits. */
export interface SetRunPlan {
  setId: SetId
  models: readonly (string | ChosenModel)[]
  repeats: number
  atOnce: number
  costLimitUsd: number | null
  /** Providers that may get questions from chats that they have not seen. */
  confirmed?: readonly string[] | undefined
  /** Models whose providers have batches are asked in batches. */
  isBatch?: boolean | undefined
}

/**
 * The model with its settings as a run stores it. Without parameters, it gets those that the user has set for it. Only
 * agents have a folder and permissions.
 */
export function lineUpModel(
  chosen: string | ChosenModel,
  paramsOf: (model: string) => ModelParams,
): LineUpModel {
  const given: ChosenModel = typeof chosen === 'string' ? { model: chosen } : chosen
  const { model, params = paramsOf(given.model), workspace, permission = 'read-only', isolation } = given
  const systemPrompt = given.systemPrompt ?? null
  const work =
    agentOf(model) === null
      ? {}
      : {
          ...(workspace === undefined ? {} : { workspace }),
          permission,
          ...(isolation === undefined ? {} : { isolation }),
        }
  return {
    model,
    params,
    systemPrompt,
    ...work,
    key: contestantOf(model, { params, systemPrompt, permission }).key,
  }
}
