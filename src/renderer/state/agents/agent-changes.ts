import { createStore } from 'zustand/vanilla'

import type { WorkspaceDiff } from '../../../shared/agents/agents'
import type { CommandCheck } from '../../../shared/agents/command-checks'
import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf, refusalOf } from '../../errors/error-data'

export interface AgentChangesState {
  /** The last known changes in each agent's own folder; null when it has none. */
  diffs: Readonly<Record<SessionId, WorkspaceDiff | null>>
  /** The last command that checked each agent's work; null when there was none. */
  checks: Readonly<Record<SessionId, CommandCheck | null>>
  /** Why the last request failed. */
  failures: Readonly<Record<SessionId, ErrorData>>
}

/** A request for changes. */
interface Asking {
  /** A check that ended since: the answer may not have it yet. */
  check?: CommandCheck
}

/** Changes made by agents in their own folders, in chats and panes of this window. */
export class AgentChanges {
  readonly store = createStore<AgentChangesState>(() => ({ diffs: {}, checks: {}, failures: {} }))
  readonly #api: ParleyApi
  readonly #asked = new Map<SessionId, Asking>()

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Loads the current changes. Returns the error if that fails. */
  async load(sessionId: SessionId): Promise<ErrorData | null> {
    const asking: Asking = {}
    this.#asked.set(sessionId, asking)
    try {
      const { diff, check } = await this.#api.invoke('workspaces.diff', { sessionId })
      // The latest request wins, whichever answers first.
      if (this.#asked.get(sessionId) === asking) this.#set(sessionId, diff, asking.check ?? check)
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

  /** Applies these files, as identified by `state`, to the folder that the agent's own was created from. */
  async apply(
    sessionId: SessionId,
    { state, paths }: { state: string; paths: readonly string[] },
  ): Promise<{ applied: readonly string[] } | { refusal: ErrorData }> {
    try {
      const { applied } = await this.#api.invoke('workspaces.apply', { sessionId, state, paths: [...paths] })
      await this.load(sessionId)
      return { applied }
    } catch (error) {
      return { refusal: errorDataOf(error) }
    }
  }

  /** Removes the folder and everything left in it. */
  discard(sessionId: SessionId): Promise<ErrorData | null> {
    return refusalOf(async () => {
      await this.#api.invoke('workspaces.discard', { sessionId })
      this.#set(sessionId, null, null)
    })
  }

  /** Stores the result of a check that has just ended. */
  receiveCheck(sessionId: SessionId, check: CommandCheck): void {
    const asking = this.#asked.get(sessionId)
    if (asking !== undefined) asking.check = check
    this.store.setState(({ checks }) => ({ checks: { ...checks, [sessionId]: check } }))
    if (check.hasChangedFiles) void this.load(sessionId)
  }

  #set(sessionId: SessionId, diff: WorkspaceDiff | null, check: CommandCheck | null): void {
    this.store.setState(({ diffs, checks, failures: { [sessionId]: _looked, ...failures } }) => ({
      diffs: { ...diffs, [sessionId]: diff },
      checks: { ...checks, [sessionId]: check },
      failures,
    }))
  }
}

/** The number of changed files and lines. */
export function sumOfChanges({ files }: WorkspaceDiff): { files: number; added: number; removed: number } {
  return {
    files: files.length,
    added: files.reduce((sum, { added = 0 }) => sum + added, 0),
    removed: files.reduce((sum, { removed = 0 }) => sum + removed, 0),
  }
}
