import { createStore } from 'zustand/vanilla'

import type { WorkspaceDiff } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf } from '../../errors/error-data'

export interface AgentChangesState {
  /** What was last heard of each folder of an agent's own; null where there is none. */
  diffs: Readonly<Record<SessionId, WorkspaceDiff | null>>
  /** Why that could not be looked at, the last time. */
  failures: Readonly<Record<SessionId, ErrorData>>
}

/** What agents changed in folders of their own, in chats and panes of this window. */
export class AgentChanges {
  readonly store = createStore<AgentChangesState>(() => ({ diffs: {}, failures: {} }))
  readonly #api: ParleyApi
  readonly #asked = new Map<SessionId, object>()

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Looks what was changed there now. Answers with why that is not known. */
  async look(sessionId: SessionId): Promise<ErrorData | null> {
    const asking = {}
    this.#asked.set(sessionId, asking)
    try {
      const { diff } = await this.#api.invoke('workspaces.diff', { sessionId })
      // What is asked later knows better, whichever comes first.
      if (this.#asked.get(sessionId) === asking) this.#set(sessionId, diff)
      return null
    } catch (error) {
      const failure = errorDataOf(error)
      if (this.#asked.get(sessionId) === asking) {
        this.store.setState(({ failures }) => ({ failures: { ...failures, [sessionId]: failure } }))
      }
      return failure
    } finally {
      if (this.#asked.get(sessionId) === asking) this.#asked.delete(sessionId)
    }
  }

  /** Brings these files, as `state` names them, into the folder that the agent's own was made of. */
  async apply(
    sessionId: SessionId,
    { state, paths }: { state: string; paths: readonly string[] },
  ): Promise<{ applied: readonly string[] } | { refusal: ErrorData }> {
    try {
      const { applied } = await this.#api.invoke('workspaces.apply', { sessionId, state, paths: [...paths] })
      await this.look(sessionId)
      return { applied }
    } catch (error) {
      return { refusal: errorDataOf(error) }
    }
  }

  /** Removes the folder with what is left in it. */
  async discard(sessionId: SessionId): Promise<ErrorData | null> {
    try {
      await this.#api.invoke('workspaces.discard', { sessionId })
      this.#set(sessionId, null)
      return null
    } catch (error) {
      return errorDataOf(error)
    }
  }

  #set(sessionId: SessionId, diff: WorkspaceDiff | null): void {
    this.store.setState(({ diffs, failures: { [sessionId]: _looked, ...failures } }) => ({
      diffs: { ...diffs, [sessionId]: diff },
      failures,
    }))
  }
}

/** How much was changed, in files and in lines. */
export function sumOfChanges({ files }: WorkspaceDiff): { files: number; added: number; removed: number } {
  return {
    files: files.length,
    added: files.reduce((sum, { added = 0 }) => sum + added, 0),
    removed: files.reduce((sum, { removed = 0 }) => sum + removed, 0),
  }
}
