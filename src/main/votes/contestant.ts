import { createHash } from 'node:crypto'

import type { AgentPermission } from '../../shared/agents/agents'
import { agentOf } from '../../shared/models/models'
import type { ModelParams } from '../../shared/sessions/sessions'
import type { Contestant } from '../../shared/votes/votes'
import type { Message } from '../../shared/sessions/messages'
import { questionKey } from '../../shared/votes/same-question'
import { sha256 } from '../base/sha256'

/** The settings that a pane's answer was asked with. */
export interface ContestantSettings {
  params: ModelParams
  systemPrompt: string | null
  /** The permission of a coding agent; absent if that is unknown, as for an answer from a file. */
  permission?: AgentPermission
}

/**
 * The contestant of an answer by `model`. Absent settings do not distinguish contestants. An agent that may write is not
 * the contestant that may only read. A merge is not the answer of a single model: it is not ranked with its model, and
 * cannot be asked again.
 */
export function contestantOf(
  model: string,
  { params, systemPrompt, permission }: ContestantSettings,
  { isMerge = false } = {},
): Contestant {
  if (isMerge) return { key: `${model} (merge)` }
  const settings = [
    ...(permission === undefined || agentOf(model) === null ? [] : [`permission ${permission}`]),
    ...Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ...(systemPrompt === null || systemPrompt === '' ? [] : [`system prompt ${shortHash(systemPrompt)}`]),
  ]
  return {
    key: settings.length === 0 ? model : `${model} (${settings.join(', ')})`,
    model,
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(systemPrompt === null || systemPrompt === '' ? {} : { systemPrompt }),
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/**
 * A text that is equal for answers to the same question. A first question is identified by its text and
 * files, in any comparison. A later one, such as "Continue", depends on the messages before it, so it is identified by
 * its id.
 */
export function promptOf(question: Pick<Message, 'id' | 'parentId' | 'parts'>): string {
  return hashOf(question.parentId === null ? questionKey(question) : question.id)
}

/** The same for a text that has not been sent as a message. */
export function promptHash(text: string): string {
  return hashOf(questionKey({ parts: [{ type: 'text', text }] }))
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 16)
}
