import { failure } from '../../shared/failures/failure'
import type { ComparisonId, MessageId, PaneId, VoteId } from '../../shared/ids'
import { isEmptyMessage, type Message, messageText } from '../../shared/sessions/messages'
import { type Comparison, isHidden, type Pane } from '../../shared/sessions/sessions'
import type { RankingOptions } from '../../shared/ranking/ranking'
import type { Vote, VotedAnswer, VoteResult, VotesImported } from '../../shared/votes/votes'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { NewId } from '../base/new-id'
import { answersKeyOf, type NewVote, type VoteStore } from '../store/votes/vote-store'
import { type ContestantSettings, contestantOf } from './contestant'
import type { RankingScope } from './ranked-votes'
import type { StoredRanking } from './stored-ranking'
import { parseVoteCsv, type PairVote, toVoteCsv } from './vote-csv'

/** How many bad rows of an import are described. */
const describedProblems = 100

export interface VotesDeps {
  store: VoteStore
  /** @throws NOT_FOUND */
  comparison: (id: ComparisonId) => Comparison
  /** The last message that the pane shows; null when it has none. */
  lastMessage: (pane: Pane) => Message | null
  isRunning: (pane: Pane) => boolean
  /** The answers of a blind comparison are held until all have ended. */
  isHeld: (id: ComparisonId) => boolean
  /** Stores that the contestants are revealed. */
  reveal: (id: ComparisonId) => void
  /** Called when a vote has revealed the contestants. */
  onRevealed: (comparison: Comparison) => void
  /** Whether an answer of a blind comparison names a model of it, or its maker. */
  namesContestant: (answer: Message, id: ComparisonId) => boolean
  /** The settings that the answer was asked with; null for one from an older version. */
  settingsOf: (answer: Message) => ContestantSettings | null
  /** Ranks the stored votes, outside the main thread. */
  rank: (scope: RankingScope, prior: RankingOptions['prior']) => Promise<StoredRanking>
  /** Reads the votes in the scope, outside the main thread. */
  votesInScope: (scope: RankingScope) => Promise<Vote[]>
  clock: Clock
  newId: NewId
}

interface Judgement {
  result: VoteResult
  paneIds: readonly PaneId[]
}

/** The user's votes: what was shown when they were cast, and what they say. */
export class Votes {
  readonly #deps: VotesDeps
  readonly #changed = new Emitter<void>()

  constructor(deps: VotesDeps) {
    this.#deps = deps
  }

  /** Fires after votes were cast, changed, removed or imported. */
  onChanged(listener: () => void): Dispose {
    return this.#changed.on(listener)
  }

  /**
   * Votes on the answers that a comparison shows. A vote in a blind one reveals its contestants.
   * @throws NOT_FOUND, RUN_ACTIVE; INVALID_INPUT, also if the user saw other answers: `messageIds`
   */
  cast(
    input: Judgement & {
      comparisonId: ComparisonId
      messageIds?: readonly MessageId[] | undefined
      why?: string | undefined
      tags?: string[] | undefined
    },
  ): Vote {
    const { comparisonId } = input
    const comparison = this.#deps.comparison(comparisonId)
    const isBlind = isHidden(comparison)
    const shown = this.#shownIn(comparison)
    assertSeen(shown, input.messageIds)
    const vote = this.castOn({ ...input, shown, answersKey: this.#keyOf(shown), isBlind }, () => {
      if (isBlind) this.#deps.reveal(comparisonId)
    })
    if (isBlind) this.#deps.onRevealed(this.#deps.comparison(comparisonId))
    return vote
  }

  /**
   * Votes on the answers that are `shown`, and stores what `reveal` does together with the vote. `answersKey` is equal
   * for votes on the same answers.
   * @throws INVALID_INPUT
   */
  castOn(
    input: Judgement & {
      comparisonId: ComparisonId | null
      answersKey: string
      shown: VotedAnswer[]
      isBlind: boolean
      why?: string | undefined
      tags?: string[] | undefined
    },
    reveal: () => void,
  ): Vote {
    const { store, newId, clock } = this.#deps
    const { comparisonId, answersKey, result, isBlind, why, tags } = input
    const earlier = store.idByAnswers(answersKey)
    const shown = this.#asBefore(earlier, input.shown)
    const chosen = chosenAmong(shown, input)
    const vote: NewVote = {
      id: earlier ?? newId<VoteId>(),
      comparisonId,
      answersKey,
      result,
      chosen,
      shown,
      why: why === undefined || why === '' ? null : why,
      tags: [...new Set(tags)],
      isBlind: isBlind || this.#isSameBlindVote(earlier, { result, chosen }),
      at: clock.now(),
    }
    store.save([vote], reveal)
    this.#changed.fire()
    return store.get(vote.id)
  }

  /** The vote on these answers; null when there is none. */
  voteOn(answersKey: string): Vote | null {
    const { store } = this.#deps
    const id = store.idByAnswers(answersKey)
    return id === null ? null : store.get(id)
  }

  /**
   * Changes a vote; its contestants stay. Another result is decided with the names in view, so a blind vote becomes an
   * open one.
   * @throws NOT_FOUND, INVALID_INPUT
   */
  change(input: {
    voteId: VoteId
    result?: VoteResult | undefined
    paneIds?: readonly PaneId[] | undefined
    why?: string | undefined
    tags?: string[] | undefined
  }): Vote {
    const { store } = this.#deps
    const vote = store.get(input.voteId)
    const { result, paneIds, why, tags } = input
    if ((result === undefined) !== (paneIds === undefined)) {
      throw failure('INVALID_INPUT', 'vote-incomplete', {
        field: result === undefined ? 'result' : 'paneIds',
      })
    }
    // A user who changes the decision makes the vote their own.
    const { source, ...kept } = vote
    const judged =
      result === undefined || paneIds === undefined
        ? source === undefined
          ? {}
          : { source }
        : { result, chosen: chosenAmong(vote.shown, { result, paneIds }) }
    const isBlind =
      result === undefined ? vote.isBlind : this.#isSameBlindVote(vote.id, { ...vote, ...judged })
    store.save([
      {
        ...kept,
        ...judged,
        isBlind,
        answersKey: null,
        why: why === undefined ? vote.why : why === '' ? null : why,
        tags: tags === undefined ? vote.tags : [...new Set(tags)],
      },
    ])
    this.#changed.fire()
    return store.get(vote.id)
  }

  /** Returns whether there was such a vote. */
  remove(id: VoteId): boolean {
    const isRemoved = this.#deps.store.remove(id)
    if (isRemoved) this.#changed.fire()
    return isRemoved
  }

  /** Newest first, with how many there are in all. */
  list(input: { comparisonId?: ComparisonId | undefined; limit?: number | undefined }) {
    const { store } = this.#deps
    const { comparisonId, limit = 200 } = input
    return { votes: store.list({ comparisonId, limit }), total: store.count(comparisonId) }
  }

  /** What the votes in `scope` say about their contestants, and all tags by use. */
  async ranking(scope: RankingScope, prior: RankingOptions['prior']) {
    const ranking = await this.#deps.rank(scope, prior)
    return {
      ...ranking,
      contestants: ranking.contestants.map((contestant) => ({ ...contestant, label: contestant.key })),
    }
  }

  /** The same, with the votes that it is based on. */
  async rankingWithVotes(scope: RankingScope, prior: RankingOptions['prior']) {
    const [ranking, votes] = await Promise.all([this.ranking(scope, prior), this.#deps.votesInScope(scope)])
    return { ranking, votes }
  }

  /** All votes as CSV. */
  exportCsv(): string {
    return toVoteCsv(this.#deps.store.all())
  }

  /** Adds the votes of a CSV file that are not stored yet. @throws INVALID_INPUT it is not such a file */
  importCsv(csv: string): VotesImported {
    const { store, clock, newId } = this.#deps
    const { rows, problems } = parseVoteCsv(csv)
    const now = clock.now()
    const known = countRows(parseVoteCsv(this.exportCsv()).rows)
    const added: NewVote[] = []
    for (const row of rows) {
      const count = known.get(rowKey(row)) ?? 0
      if (row.at !== null && count > 0) known.set(rowKey(row), count - 1)
      else added.push(voteOf(row, { id: newId<VoteId>(), now }))
    }
    store.save(added)
    if (added.length > 0) this.#changed.fire()
    return {
      imported: added.length,
      duplicates: rows.length - added.length,
      skipped: problems.length,
      problems: problems.slice(0, describedProblems),
    }
  }

  /** Panes may have been moved since an earlier vote, so the order does not count. Older votes have it in their key. */
  #keyOf(shown: readonly VotedAnswer[]): string {
    const ids = shown.map(({ messageId }) => messageId ?? '')
    const asShown = ids.join(' ')
    return this.#deps.store.idByAnswers(asShown) === null ? answersKeyOf(ids) : asShown
  }

  /** In the order of the earlier vote on the same answers, which knows whether one named a contestant. */
  #asBefore(earlier: VoteId | null, shown: VotedAnswer[]): VotedAnswer[] {
    if (earlier === null) return shown
    const before = this.#deps.store.get(earlier).shown
    const isSame = shown.every(({ paneId }) => before.some((answer) => answer.paneId === paneId))
    return isSame ? before : shown
  }

  /** Whether there is a blind vote with this result: to repeat it is no new decision. */
  #isSameBlindVote(id: VoteId | null, { result, chosen }: Pick<Vote, 'result' | 'chosen'>): boolean {
    if (id === null) return false
    const vote = this.#deps.store.get(id)
    return vote.isBlind && vote.result === result && vote.chosen.join() === chosen.join()
  }

  #shownIn(comparison: Comparison): VotedAnswer[] {
    const { panes, id } = comparison
    const { isRunning, isHeld, lastMessage } = this.#deps
    const running = panes.find((pane) => isRunning(pane) || isHeld(id))
    if (running !== undefined)
      throw failure('RUN_ACTIVE', 'vote-while-answering', { sessionId: running.sessionId })
    const shown = panes.flatMap((pane) => {
      const answer = lastMessage(pane)
      return answer === null || !isJudgeable(answer) ? [] : [this.#votedAnswer(pane, answer, comparison)]
    })
    if (shown.length < 2) throw failure('INVALID_INPUT', 'too-few-answers', { min: 2 })
    return shown
  }

  #votedAnswer(pane: Pane, answer: Message, comparison: Comparison): VotedAnswer {
    const settings = this.#deps.settingsOf(answer) ?? { params: pane.params, systemPrompt: pane.systemPrompt }
    return {
      contestant: contestantOf(answer.model ?? pane.model, settings, { isMerge: isMerge(answer) }),
      paneId: pane.paneId,
      messageId: answer.id,
      chars: messageText(answer).length,
      costUsd: answer.usage?.costUsd ?? null,
      ...(isHidden(comparison) && this.#deps.namesContestant(answer, comparison.id)
        ? { namesContestant: true }
        : {}),
      // Copied into this comparison, perhaps after it was read.
      ...(isHidden(comparison) && answer.runId === undefined ? { seenBefore: true } : {}),
    }
  }
}

/** Only merged texts have statements. */
function isMerge({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'text' && part.statements !== undefined)
}

/** @throws INVALID_INPUT an answer that the user saw is no longer shown, or another one is by now */
function assertSeen(shown: readonly VotedAnswer[], seen: readonly MessageId[] | undefined): void {
  if (seen === undefined) return
  const isSame =
    seen.length === shown.length &&
    shown.every(({ messageId }) => messageId !== null && seen.includes(messageId))
  if (!isSame) throw failure('INVALID_INPUT', 'vote-other-answers', { field: 'messageIds' })
}

/** Whether the user can judge it: an answer, even a partial one, but not an error alone. */
function isJudgeable(message: Message): boolean {
  return message.role === 'assistant' && !isEmptyMessage(message) && messageText(message).trim() !== ''
}

/** @throws INVALID_INPUT a pane was not among those shown, is named twice, or there are too few or too many */
function chosenAmong(shown: readonly VotedAnswer[], { result, paneIds }: Judgement): number[] {
  const chosen = paneIds.map((paneId) => shown.findIndex((answer) => answer.paneId === paneId))
  if (chosen.includes(-1)) throw failure('INVALID_INPUT', 'pane-without-answer', { field: 'paneIds' })
  const count = new Set(chosen).size
  const isRight = {
    best: count === 1,
    order: count >= 2,
    tie: count >= 2,
    'all-bad': count === 0,
  }[result]
  if (!isRight || count !== chosen.length) throw failure('INVALID_INPUT', 'vote-panes', { field: 'paneIds' })
  return result === 'tie' ? chosen.toSorted((one, other) => one - other) : chosen
}

function voteOf(row: PairVote, { id, now }: { id: VoteId; now: number }): NewVote {
  return {
    id,
    comparisonId: null,
    answersKey: null,
    result: row.result === 'tie' ? 'tie' : 'best',
    chosen: row.result === 'tie' ? [0, 1] : [row.result === 'a' ? 0 : 1],
    shown: [importedAnswer(row.a), importedAnswer(row.b)],
    why: null,
    tags: row.tags,
    isBlind: row.isBlind,
    at: row.at ?? now,
  }
}

function countRows(rows: readonly PairVote[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1)
  return counts
}

function rowKey({ a, b, result, tags, at, isBlind }: PairVote): string {
  return JSON.stringify([a, b, result, tags, at, isBlind])
}

function importedAnswer(key: string): VotedAnswer {
  return { contestant: { key }, paneId: null, messageId: null, chars: null, costUsd: null }
}
