import type { KeptByAgent } from '../../../shared/agents/agents'
import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { AgentTurns } from './agent-turns'
import type { WritableDatabase } from '../database/database'
import { MessageRows } from '../messages/message-rows'

/** What remains when messages are taken off a path: what agents did in their folders. */
export class AgentTraces {
  readonly #turns: AgentTurns
  readonly #messages: MessageRows

  constructor(database: WritableDatabase) {
    this.#turns = new AgentTurns(database)
    this.#messages = new MessageRows(database)
  }

  /** For the last `count` messages of the path to `leafId`; null when none is from an agent. */
  of(leafId: MessageId, count: number): KeptByAgent | null {
    const toDepth = this.#messages.place(leafId)?.depth ?? 0
    const messages = this.#messages.range({ leafId, fromDepth: toDepth - count + 1, toDepth })
    const turns = messages.map(({ id }) => this.#turns.get(id)).filter((turn) => turn !== null)
    const last = turns.at(-1)
    if (last === undefined) return null
    const { agentId, workspace } = last
    return { agentId, workspace, changedFiles: new Set(messages.flatMap(changedPaths)).size }
  }
}

/** As far as the agent reported: changes by its commands are not known. */
function changedPaths({ parts }: Message): string[] {
  return parts.flatMap((part) =>
    part.type === 'tool-call' && part.state === 'done' ? (part.changes ?? []).map(({ path }) => path) : [],
  )
}
