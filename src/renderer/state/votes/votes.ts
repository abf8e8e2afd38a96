import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, MessageId, PaneId, VoteId } from '../../../shared/ids'
import type { Vote, VoteResult } from '../../../shared/votes/votes'
import { errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

/** What the user decides. `paneIds` as in `votes.cast`. */
export interface Judgement {
  result: VoteResult
  paneIds: PaneId[]
}

interface VotesState {
  /** The votes of the comparisons that were loaded, newest first. */
  votes: ReadonlyMap<ComparisonId, readonly Vote[]>
  /** Why the last change was refused. */
  error: ErrorData | null
  /** Counts the changes of any vote, in whatever window. */
  version: number
}

/** The user's votes in the comparisons that this window shows. */
export class Votes {
  readonly store = createStore<VotesState>(() => ({ votes: new Map(), error: null, version: 0 }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(comparisonId: ComparisonId): Promise<void> {
    try {
      const { votes } = await this.#api.invoke('votes.list', { comparisonId, limit: 1_000 })
      this.store.setState((state) => ({ votes: new Map(state.votes).set(comparisonId, votes) }))
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
    }
  }

  /** Loads again what is loaded: votes have changed, perhaps in another window. */
  reload(): void {
    this.store.setState(({ version }) => ({ version: version + 1 }))
    for (const comparisonId of this.store.getState().votes.keys()) void this.load(comparisonId)
  }

  /** Votes on the latest answers. Resolves with whether that was accepted. */
  cast(comparisonId: ComparisonId, judgement: Judgement): Promise<boolean> {
    return this.#change(comparisonId, () => this.#api.invoke('votes.cast', { comparisonId, ...judgement }))
  }

  /** Adds a reason and tags to a vote, or changes them. */
  describe({ id, comparisonId }: Vote, details: { why: string; tags: string[] }): Promise<boolean> {
    return this.#change(comparisonId, () => this.#api.invoke('votes.change', { voteId: id, ...details }))
  }

  remove({ id, comparisonId }: { id: VoteId; comparisonId: ComparisonId | null }): Promise<boolean> {
    return this.#change(comparisonId, () => this.#api.invoke('votes.remove', { voteId: id }))
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  async #change(comparisonId: ComparisonId | null, request: () => Promise<unknown>): Promise<boolean> {
    try {
      await request()
      this.store.setState({ error: null })
      if (comparisonId !== null) await this.load(comparisonId)
      return true
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
      return false
    }
  }
}

/** The vote on exactly these answers, in whatever order. */
export function voteOn(votes: readonly Vote[], answerIds: readonly MessageId[]): Vote | null {
  const isSame = ({ shown }: Vote) =>
    shown.length === answerIds.length &&
    shown.every(({ messageId }) => messageId !== null && answerIds.includes(messageId))
  return votes.find(isSame) ?? null
}
