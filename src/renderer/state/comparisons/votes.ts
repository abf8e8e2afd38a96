import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, MessageId, PaneId } from '../../../shared/ids'
import type { RouteOutput } from '../../../shared/rpc/contract'
import type { BallotPlace } from '../../../shared/sets/ballots'
import type { Vote, VoteHow, VoteResult } from '../../../shared/votes/votes'
import { attempt, errorDataOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'

/** The user's decision. `paneIds` as in `votes.cast`. */
export interface VoteChoice {
  result: VoteResult
  paneIds: PaneId[]
  how?: VoteHow
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
  /** The number of places that show the votes of a comparison. */
  readonly #watchers = new Map<ComparisonId, number>()

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Keeps the votes of a comparison loaded until the returned function is called. */
  watch(comparisonId: ComparisonId): () => void {
    const watchers = this.#watchers.get(comparisonId) ?? 0
    this.#watchers.set(comparisonId, watchers + 1)
    void this.#load(comparisonId)
    return () => {
      const left = (this.#watchers.get(comparisonId) ?? 1) - 1
      if (left > 0) this.#watchers.set(comparisonId, left)
      else this.#watchers.delete(comparisonId)
    }
  }

  /** Reloads the watched votes: some have changed, perhaps in another window, or events may have been missed. */
  reload(): void {
    this.store.setState(({ version }) => ({ version: version + 1 }))
    for (const comparisonId of this.#watchers.keys()) void this.#load(comparisonId)
  }

  /** Votes on the answers that the user sees. Resolves with whether that was accepted. */
  cast(comparisonId: ComparisonId, choice: VoteChoice & { messageIds: MessageId[] }): Promise<boolean> {
    return this.#keep(() => this.#api.invoke('votes.cast', { comparisonId, ...choice }))
  }

  /** Votes on the answers of a run of a prompt set. Resolves with whether that was accepted. */
  castOnSet(place: BallotPlace & { only?: PaneId[] }, { paneIds, ...choice }: VoteChoice): Promise<boolean> {
    return this.#keep(() => this.#api.invoke('sets.vote', { ...place, ...choice, answerIds: paneIds }))
  }

  /** Decides a vote in another way, by the places of its answers. Resolves with whether that was accepted. */
  change({ id }: Vote, judged: { result: VoteResult; places: number[] }): Promise<boolean> {
    return this.#keep(() => this.#api.invoke('votes.change', { voteId: id, ...judged }))
  }

  /** Adds a reason and tags to a vote, or changes them. */
  describe({ id }: Vote, details: { why: string; tags: string[] }): Promise<boolean> {
    return this.#keep(() => this.#api.invoke('votes.change', { voteId: id, ...details }))
  }

  remove({ id, comparisonId }: Pick<Vote, 'id' | 'comparisonId'>): Promise<boolean> {
    return attempt(this.store, async () => {
      await this.#api.invoke('votes.remove', { voteId: id })
      this.#replace(comparisonId, (votes) => votes.filter((vote) => vote.id !== id))
    })
  }

  /** All votes, as CSV. @throws ParleyError */
  async exportAll(): Promise<string> {
    return (await this.#api.invoke('votes.export', {})).csv
  }

  /** Adds the votes of a CSV file. @throws ParleyError */
  importFrom(csv: string, name: string): Promise<RouteOutput<'votes.import'>> {
    return this.#api.invoke('votes.import', { csv, name: name.slice(0, 500) })
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  async #load(comparisonId: ComparisonId): Promise<void> {
    try {
      const { votes } = await this.#api.invoke('votes.list', { comparisonId, limit: 1_000 })
      this.store.setState((state) => ({ votes: new Map(state.votes).set(comparisonId, votes) }))
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
    }
  }

  /** Shows the changed vote at once; the event about it follows. */
  #keep(request: () => Promise<{ vote: Vote }>): Promise<boolean> {
    return attempt(this.store, async () => {
      const { vote } = await request()
      this.#replace(vote.comparisonId, (votes) => [vote, ...votes.filter(({ id }) => id !== vote.id)])
    })
  }

  #replace(comparisonId: ComparisonId | null, change: (votes: readonly Vote[]) => readonly Vote[]): void {
    if (comparisonId === null) return
    this.store.setState(({ votes }) => ({
      votes: new Map(votes).set(comparisonId, change(votes.get(comparisonId) ?? [])),
    }))
  }
}

/** The vote on exactly these answers, in whatever order. */
export function voteOn(votes: readonly Vote[], answerIds: readonly MessageId[]): Vote | null {
  const isSame = ({ shown }: Vote) =>
    shown.length === answerIds.length &&
    shown.every(({ messageId }) => messageId !== null && answerIds.includes(messageId))
  return votes.find(isSame) ?? null
}
