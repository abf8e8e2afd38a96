import { setImmediate as nextTurn } from 'node:timers/promises'

import { failure } from '../../shared/failures/failure'
import type { ComparisonId, MessageId, PaneId, SetRunId, VoteId } from '../../shared/ids'
import { isMergedAnswer, type Message, messageText } from '../../shared/sessions/messages'
import { type Comparison, isHidden, type Pane, type Session } from '../../shared/sessions/sessions'
import type { RankingOptions } from '../../shared/ranking/ranking'
import type { StoredRanking } from '../../shared/votes/stored-ranking'
import { comparedPanes } from '../../shared/votes/same-question'
import type {
  ListedVote,
  Vote,
  VotedAnswer,
  VoteHow,
  VoteResult,
  VotesImported,
} from '../../shared/votes/votes'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { NewId } from '../base/new-id'
import type { ShownEnd } from '../store/votes/answered-questions'
import { type OriginalAnswers, type PlacedAnswer, votedAt } from '../store/votes/original-answers'
import { answersKeyOf, type NewVote, type VoteStore } from '../store/votes/vote-store'
import { contestantOf, type ContestantSettings, promptOf } from './contestant'
import { possibleCost, type RankingScope } from './ranked-votes'
import type { AddedVote, VoteFile } from './vote-import'
import {
  asBefore,
  assertSeen,
  chosenAmong,
  chosenPlaces,
  identityAt,
  isSameBlindVote,
  type VoteChoice,
} from './voted-answers'

/** Takes a few milliseconds. */
const votesPerTurn = 200

export interface VotesDeps {
  store: VoteStore
  /** @throws NOT_FOUND */
  comparison: (id: ComparisonId) => Comparison
  /** The last message that the pane shows, with its question. */
  end: (pane: Pane) => ShownEnd
  isRunning: (pane: Pane) => boolean
  /** Stores that the contestants are revealed. */
  reveal: (id: ComparisonId) => void
  /** Called when a vote has revealed the contestants. */
  onRevealed: (comparison: Comparison) => void
  /**
   * Who gave an answer, which a vote names even if it is what reveals the contestants, and the settings that the answer was
   * asked with, as far as they were recorded.
   */
  unsealed: (
    pane: Pane,
    answer: Message,
  ) => { session: Session; answer: Message; settings: ContestantSettings | null }
  /** Finds the answers that others are copies of. */
  originals: Pick<OriginalAnswers, 'of' | 'ofPane'>
  /** Ranks the stored votes, outside the main thread. */
  rank: (scope: RankingScope, prior: RankingOptions['prior']) => Promise<StoredRanking>
  /** Compares the votes of a file with the stored ones, outside the main thread. */
  readFile: (file: { csv: string; name: string }) => Promise<VoteFile>
  /** All votes as CSV, written outside the main thread. */
  csv: () => Promise<string>
  /** Reads the votes in the scope, outside the main thread. */
  votesInScope: (scope: RankingScope) => Promise<Vote[]>
  /** Reads the newest of them, newest first, outside the main thread. */
  newestInScope: (scope: RankingScope, limit: number) => Promise<{ votes: ListedVote[]; total: number }>
  clock: Clock
  newId: NewId
}

/** The user's votes: what was shown when they were cast, and what they say. */
export class Votes {
  readonly #deps: VotesDeps
  readonly #changed = new Emitter<void>()
  #lastImport: Promise<unknown> = Promise.resolve()

  constructor(deps: VotesDeps) {
    this.#deps = deps
  }

  /** Fires after votes were cast, changed, removed or imported. */
  onChanged(listener: () => void): Dispose {
    return this.#changed.on(listener)
  }

  /**
   * Votes on the latest answers of a comparison to the same question. A vote in a blind one reveals its contestants.
   * @throws NOT_FOUND, RUN_ACTIVE; INVALID_INPUT, also if the user saw other answers: `messageIds`
   */
  cast(
    input: VoteChoice & {
      comparisonId: ComparisonId
      messageIds?: readonly MessageId[] | undefined
      why?: string | undefined
      tags?: string[] | undefined
      how: VoteHow
    },
  ): Vote {
    const { comparisonId } = input
    const comparison = this.#deps.comparison(comparisonId)
    const isBlind = isHidden(comparison)
    const shown = this.#shownIn(comparison)
    assertSeen(shown, input.messageIds)
    const vote = this.castOn({ ...input, shown, isBlind }, () => {
      if (isBlind) this.#deps.reveal(comparisonId)
    })
    if (isBlind) this.#deps.onRevealed(this.#deps.comparison(comparisonId))
    return vote
  }

  /**
   * Votes on the answers that are `shown`, and stores what `reveal` does together with the vote. A vote on the same
   * answers, wherever it was cast, is replaced and keeps the order in which it showed them.
   * @throws INVALID_INPUT
   */
  castOn(
    input: VoteChoice & {
      comparisonId: ComparisonId | null
      shown: VotedAnswer[]
      isBlind: boolean
      why?: string | undefined
      tags?: string[] | undefined
      how: VoteHow
    },
    reveal: () => void,
  ): Vote {
    const { store, newId, clock } = this.#deps
    const { comparisonId, result, isBlind, why, tags, how } = input
    const answersKey = this.#keyOf(input.shown)
    const earlier = answersKey === null ? null : store.byAnswers(answersKey)
    const shown = asBefore(earlier, input.shown, { isBlind })
    const chosen = chosenAmong(shown, input, (paneId) => identityAt(input.shown, paneId))
    const vote: NewVote = {
      id: earlier?.id ?? newId<VoteId>(),
      comparisonId: earlier === null ? comparisonId : earlier.comparisonId,
      answersKey,
      result,
      chosen,
      shown,
      why: why === undefined || why === '' ? null : why,
      tags: [...new Set(tags)],
      isBlind: isBlind || isSameBlindVote(earlier, { result, chosen }),
      ...(how === 'read' ? {} : { how }),
      at: clock.now(),
    }
    store.save([vote], reveal)
    this.#changed.fire()
    return votedAt(store.get(vote.id), { comparisonId, answers: input.shown })
  }

  /** The vote on these answers of a run, with the ids that they have there; null when there is none. */
  voteOn(answers: readonly PlacedAnswer[]): Vote | null {
    const key = answersKeyOf(answers)
    const vote = key === null ? null : this.#deps.store.byAnswers(key)
    return vote === null ? null : votedAt(vote, { comparisonId: null, answers })
  }

  /** The newest votes on answers of a run. */
  onRun(runId: SetRunId, limit: number): Vote[] {
    return this.#deps.store.onRun(runId, limit)
  }

  /**
   * Changes a vote; its contestants stay. The user changes the result with the names in view, so a blind vote becomes
   * an open one.
   * @throws NOT_FOUND, INVALID_INPUT
   */
  change(input: {
    voteId: VoteId
    result?: VoteResult | undefined
    paneIds?: readonly PaneId[] | undefined
    places?: readonly number[] | undefined
    why?: string | undefined
    tags?: string[] | undefined
  }): Vote {
    const { store } = this.#deps
    const vote = store.get(input.voteId)
    const { result, paneIds, places, why, tags } = input
    const named = [paneIds, places].filter((each) => each !== undefined).length
    if (named !== (result === undefined ? 0 : 1)) {
      throw failure('INVALID_INPUT', 'vote-incomplete', {
        field: result === undefined ? 'result' : 'paneIds',
      })
    }
    // A user who changes the decision makes the vote their own.
    const { source, ...kept } = vote
    const judged =
      result === undefined
        ? source === undefined
          ? {}
          : { source }
        : {
            result,
            chosen:
              places === undefined
                ? chosenAmong(vote.shown, { result, paneIds: paneIds ?? [] }, (id) =>
                    this.#identityIn(vote, id),
                  )
                : chosenPlaces(vote.shown, result, places),
          }
    const isBlind = result === undefined ? vote.isBlind : isSameBlindVote(vote, { ...vote, ...judged })
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
    const { comparisonId, limit = 200 } = input
    return this.#deps.store.list({ comparisonId, limit })
  }

  /** The votes that count in the ranking with this scope, newest first, with how many there are in all. */
  listRanked(scope: RankingScope, limit = 200) {
    return this.#deps.newestInScope(scope, limit)
  }

  /** The ranking of the contestants by the votes in `scope`, and all tags by use. */
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
  exportCsv(): Promise<string> {
    return this.#deps.csv()
  }

  /**
   * Adds the votes of a file that are not stored yet: all of them, or none if storing fails. Battles of an arena are not
   * votes of the user, and are ranked separately under the file's name.
   * @throws INVALID_INPUT it is not a file of votes
   */
  importFile(file: { csv: string; name: string }): Promise<VotesImported> {
    // One after the other: if a file is imported twice at the same time, the second import recognises its votes.
    const imported = this.#lastImport.then(() => this.#import(file))
    this.#lastImport = imported.catch(() => undefined)
    return imported
  }

  async #import(file: { csv: string; name: string }): Promise<VotesImported> {
    const { added, addedCount, ...report } = await this.#deps.readFile(file)
    await this.#addInTurns(added)
    if (addedCount > 0) this.#changed.fire()
    return { imported: addedCount, ...report }
  }

  /** Storing thousands at once would block everything else for seconds. */
  async #addInTurns(lists: readonly string[]): Promise<void> {
    const { store, clock, newId } = this.#deps
    const now = clock.now()
    const added: VoteId[] = []
    try {
      for (const rows of lists) {
        const votes = (JSON.parse(rows) as AddedVote[]).map((row) =>
          voteOf(row, { id: row.id ?? newId<VoteId>(), now }),
        )
        store.save(votes)
        added.push(...votes.map(({ id }) => id))
        await nextTurn()
      }
    } catch (error) {
      for (let start = 0; start < added.length; start += votesPerTurn) {
        store.removeAll(added.slice(start, start + votesPerTurn))
        await nextTurn()
      }
      throw error
    }
  }

  /** Older votes have the ids of their messages as a key, even of copies, or in the order in which they were shown. */
  #keyOf(shown: readonly VotedAnswer[]): string | null {
    const ids = shown.map(({ messageId }) => ({ messageId }))
    const older = [answersKeyOf(ids), shown.map(({ messageId }) => messageId ?? '').join(' ')]
    const key = answersKeyOf(shown)
    const known = [key, ...older].find((each) => each !== null && this.#deps.store.byAnswers(each) !== null)
    return known ?? key
  }

  /** Identifies the answer of a pane, or of a place in a ballot, other than where the vote was first cast. */
  #identityIn({ shown }: Vote, paneId: PaneId): string | null {
    const originals = shown.flatMap(({ original }) => original ?? [])
    return identityAt(shown, paneId) ?? this.#deps.originals.ofPane(paneId, originals)
  }

  #shownIn(comparison: Comparison): VotedAnswer[] {
    const { panes } = comparison
    const { isRunning, end } = this.#deps
    const running = panes.find(isRunning)
    if (running !== undefined)
      throw failure('RUN_ACTIVE', 'vote-while-answering', { sessionId: running.sessionId })
    const ends = panes.map(end)
    const places = comparedPanes(ends)
    if (!places.includes('compared')) {
      if (places.includes('other-question')) throw failure('INVALID_INPUT', 'different-questions')
      throw failure('INVALID_INPUT', 'too-few-answers', { min: 2 })
    }
    return panes.flatMap((pane, index) => {
      const { last = null, question = null } = ends[index] ?? {}
      return last === null || places[index] !== 'compared'
        ? []
        : [this.#votedAnswer(pane, { answer: last, question }, comparison)]
    })
  }

  #votedAnswer(
    pane: Pane,
    { answer, question }: { answer: Message; question: Message | null },
    comparison: Comparison,
  ): VotedAnswer {
    const { session, answer: whole, settings: asked } = this.#deps.unsealed(pane, answer)
    const { params, systemPrompt, permission } = session
    const settings = {
      params,
      systemPrompt,
      ...(permission === undefined ? {} : { permission }),
      ...asked,
    }
    const original = this.#deps.originals.of(answer.id)
    return {
      contestant: contestantOf(whole.model ?? session.model ?? '', settings, {
        isMerge: isMergedAnswer(whole),
      }),
      paneId: pane.paneId,
      messageId: answer.id,
      ...(original === null ? {} : { original }),
      ...(whole.usage?.model === undefined ? {} : { answeredBy: whole.usage.model }),
      ...(question === null ? {} : { prompt: promptOf(question) }),
      chars: messageText(answer).length,
      costUsd: possibleCost(whole.usage?.costUsd),
      ...(answer.namesContestant === true ? { namesContestant: true } : {}),
      // It may have been copied into this comparison after it was read.
      ...(isHidden(comparison) && answer.runId === undefined ? { seenBefore: true } : {}),
    }
  }
}

function voteOf(row: AddedVote, { id, now }: { id: VoteId; now: number }): NewVote {
  const { result, prompt, chars = [null, null], source } = row
  const answer = (key: string, side: 0 | 1): VotedAnswer => ({
    contestant: { key },
    paneId: null,
    messageId: null,
    ...(prompt === undefined ? {} : { prompt }),
    chars: chars[side],
    costUsd: null,
  })
  return {
    id,
    comparisonId: null,
    answersKey: null,
    result: result === 'a' || result === 'b' ? 'best' : result,
    chosen: { a: [0], b: [1], tie: [0, 1], 'all-bad': [] }[result],
    shown: [answer(row.a, 0), answer(row.b, 1)],
    why: null,
    tags: row.tags,
    isBlind: row.isBlind,
    ...(row.how === undefined ? {} : { how: row.how }),
    at: row.at ?? now,
    ...(source === undefined ? {} : { source }),
  }
}
