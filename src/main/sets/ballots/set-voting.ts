import { failure } from '../../../shared/failures/failure'
import type { PaneId, SetRunId } from '../../../shared/ids'
import { deepEqual } from '../../../shared/deep-equal'
import type {
  BallotOrder,
  BallotPlace,
  BallotRating,
  NextBallot,
  SetBallot,
} from '../../../shared/sets/ballots'
import { sentTurns } from '../../../shared/sets/past'
import { type Rating, rubricScales } from '../../../shared/sets/rubrics'
import { earlierModel, type LineUpModel } from '../../../shared/sets/sets'
import type { Vote, VotedAnswer, VoteHow, VoteResult } from '../../../shared/votes/votes'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { BallotEntry } from '../../store/sets/set-ballots'
import type { CellAnswer, RunPrompt } from '../../store/sets/stored-answers'
import type { AskedRun, SetRunStore } from '../../store/sets/set-run-store'
import { cellOrigin, type PlacedAnswer } from '../../store/votes/original-answers'
import { contestantOf, promptHash } from '../../votes/contestant'
import { possibleCost } from '../../votes/ranked-votes'
import type { Votes } from '../../votes/votes'
import { shapeOf } from '../judging/judge-plan'
import { cellNumber, cellPlace } from '../running/cell-numbers'
import { mostVotes, nextBallot, runVotes } from './next-ballot'

interface SetVotingDeps {
  store: SetRunStore
  /** @throws NOT_FOUND */
  run: (id: BallotPlace['runId']) => AskedRun
  votes: Pick<Votes, 'castOn' | 'voteOn' | 'onRun'>
  /** The items in random order. */
  shuffle: <Item>(items: readonly Item[]) => Item[]
  /** True if an answer to the question names one of the models, or its maker. */
  namesContestant: (answer: string, models: readonly string[], question: string) => boolean
  clock: Clock
  newId: NewId
}

/** The user's decision about a ballot. `answerIds` as `paneIds` in `votes.cast`. */
interface BallotJudgement {
  result: VoteResult
  answerIds: readonly PaneId[]
  /** As in `ballot`. */
  only?: readonly PaneId[] | undefined
  why?: string | undefined
  tags?: string[] | undefined
  how: VoteHow
}

interface Shown {
  entry: BallotEntry
  model: LineUpModel
  answer: CellAnswer
}

/** Votes on the answers of runs, whose models are hidden until the vote. */
export class SetVoting {
  readonly #deps: SetVotingDeps

  constructor(deps: SetVotingDeps) {
    this.#deps = deps
  }

  /**
   * The answers in one repeat of a prompt, in the order in which they are voted on; `only` some of them, if these are
   * still there.
   * @throws NOT_FOUND, STORE_FULL
   */
  ballot(place: BallotPlace, only?: readonly PaneId[]): SetBallot {
    const { run, prompt, isHidden, shown, problem, named } = this.#open(place, only)
    return {
      ratings: this.#ratingsOf(place, run, shown),
      question: prompt.text,
      ...(prompt.past === undefined ? {} : { turns: sentTurns(prompt.past) }),
      answers: shown.map(({ entry, model, answer }) => ({
        answerId: entry.id,
        text: answer.text,
        ...(answer.course?.earlier === undefined ? {} : { earlier: answer.course.earlier }),
        ...(isHidden ? {} : { key: model.key }),
        ...(isHidden && this.#namesContestant(answer, named, prompt) ? { namesContestant: true } : {}),
      })),
      ...(problem === null ? {} : { problem }),
      isHidden,
      vote: isHidden ? null : this.#deps.votes.voteOn(shown.map((each) => placedIn(place, run, each))),
    }
  }

  /**
   * The next ballot whose models are hidden, other than `after`: the one that tells most about which model is best, or
   * any. Null if there is none.
   * @throws NOT_FOUND, STORE_FULL
   */
  next(
    runId: SetRunId,
    order: Exclude<BallotOrder, 'listed'>,
    after?: Omit<BallotPlace, 'runId'>,
  ): NextBallot | null {
    const { store, votes, shuffle } = this.#deps
    const run = this.#deps.run(runId)
    const modelCount = run.models.length
    const found = nextBallot({
      modelCount,
      votes: order === 'random' ? null : runVotes(votes.onRun(runId, mostVotes)),
      open: store.ballots
        .hidden(runId, run)
        .filter(({ prompt, repeat }) => prompt !== after?.prompt || repeat !== after.repeat),
      textsAt: (place) => {
        const { answered, isAnswering } = this.#answers(run, place)
        const texts = new Map(answered.map(({ cell, answer }) => [cell % modelCount, answer.text]))
        return isAnswering ? new Map() : texts
      },
      shuffle,
    })
    if (found === null) return null
    const { models, ...place } = found
    const { shown } = this.#open({ runId, ...place })
    const chosen = shown.filter(({ entry }) => models.includes(entry.cell % modelCount))
    return { ...place, only: chosen.map(({ entry }) => entry.id) }
  }

  /**
   * Votes on the answers of a ballot, which reveals their models. A vote on the same answers replaces the earlier one.
   * @throws NOT_FOUND, INVALID_INPUT, RUN_ACTIVE, STORE_FULL
   */
  cast(place: BallotPlace, { answerIds, only, ...judgement }: BallotJudgement): Vote {
    const { votes, store, clock } = this.#deps
    const { run, prompt, isHidden, shown, problem, named } = this.#open(place, only)
    if (problem === 'answering') throw failure('RUN_ACTIVE', 'vote-while-answering')
    if (problem === 'too-few') throw failure('INVALID_INPUT', 'too-few-answers', { min: 2 })
    return votes.castOn(
      {
        ...judgement,
        paneIds: answerIds,
        comparisonId: null,
        isBlind: isHidden,
        shown: shown.map((each): VotedAnswer => {
          const { model, answer } = each
          const systemPrompt = prompt.systemPrompt ?? model.systemPrompt
          return {
            contestant: contestantOf(model.model, { ...model, systemPrompt }),
            ...placedIn(place, run, each),
            ...(answer.usage.model === undefined ? {} : { answeredBy: answer.usage.model }),
            prompt: promptHash(prompt.text),
            chars: answer.text.length,
            costUsd: possibleCost(answer.costUsd),
            ...(isHidden && this.#namesContestant(answer, named, prompt) ? { namesContestant: true } : {}),
          }
        }),
      },
      () => store.ballots.reveal(place, clock.now()),
    )
  }

  /**
   * Stores the user's mark for an answer by a criterion; null takes it back. The models stay hidden.
   * @throws NOT_FOUND there is no such answer, criterion or mark; RUN_ACTIVE, STORE_FULL
   */
  rate(
    place: BallotPlace,
    { answerId, criterion, mark }: { answerId: PaneId; criterion: string; mark: number | null },
  ): BallotRating[] {
    const { store } = this.#deps
    const { run, prompt, isHidden, shown, problem, named } = this.#open(place)
    if (problem === 'answering') throw failure('RUN_ACTIVE', 'vote-while-answering')
    const found = shown.find(({ entry }) => entry.id === answerId)
    const by = run.rubric?.find(({ id }) => id === criterion)
    if (found === undefined || by === undefined || ![...rubricScales[by.scale], null].includes(mark)) {
      throw failure('NOT_FOUND', 'set-prompt', { prompt: place.prompt })
    }
    const rated = { ...cellPlace(shapeOf(run), found.entry.cell), criterion }
    const isSame = (each: Rating) => deepEqual({ ...each, ...rated }, each)
    const ratings = store.ratings(run.id)
    // As for votes: a repeated decision is still the blind one.
    const wasBlind = ratings.some((each) => isSame(each) && each.mark === mark && each.isBlind)
    const isBlind = wasBlind || (isHidden && !this.#namesContestant(found.answer, named, prompt))
    const others = ratings.filter((each) => !isSame(each))
    store.setRatings(run.id, mark === null ? others : [...others, { ...rated, mark, isBlind }])
    return this.#ratingsOf(place, run, shown)
  }

  #ratingsOf({ prompt, repeat }: BallotPlace, run: AskedRun, shown: readonly Shown[]): BallotRating[] {
    const answerIds = new Map(shown.map(({ entry }) => [entry.cell % run.models.length, entry.id]))
    return this.#deps.store.ratings(run.id).flatMap((rated) => {
      const answerId = answerIds.get(rated.model)
      const isHere = rated.prompt === prompt && rated.repeat === repeat && answerId !== undefined
      return isHere ? [{ answerId, criterion: rated.criterion, mark: rated.mark }] : []
    })
  }

  #open(place: BallotPlace, only?: readonly PaneId[]) {
    const { store } = this.#deps
    const run = this.#deps.run(place.runId)
    const prompt = store.prompts(run.id)[place.prompt]
    if (prompt === undefined || place.repeat >= run.repeats) {
      throw failure('NOT_FOUND', 'set-prompt', { prompt: place.prompt })
    }
    const { answered, isAnswering } = this.#answers(run, place)
    const problem = isAnswering ? 'answering' : answered.length < 2 ? 'too-few' : null
    const { entries, revealedAt } = store.ballots.get(place)
    const isHidden = revealedAt === null
    const order =
      problem === null
        ? this.#ordered(
            place,
            entries,
            answered.map(({ cell }) => cell),
          )
        : []
    const all = order.flatMap((entry): Shown[] =>
      answered.filter(({ cell }) => cell === entry.cell).map((found) => ({ ...found, entry })),
    )
    const some = all.filter(({ entry }) => only?.includes(entry.id))
    // An earlier answer is by another model at each prompt.
    const named = run.models.map(({ model }, index) =>
      model === earlierModel
        ? (answered.find(({ cell }) => cell % run.models.length === index)?.answer.usage.model ?? '')
        : model,
    )
    return { run, prompt, isHidden, shown: some.length < 2 ? all : some, problem, named } as const
  }

  /** The answers that can be voted on. */
  #answers(run: AskedRun, { prompt, repeat }: Omit<BallotPlace, 'runId'>) {
    const first = cellNumber(shapeOf(run), { prompt, model: 0, repeat })
    const cells = this.#deps.store.cells.between(run.id, first, first + run.models.length)
    const answered = run.models.flatMap((model, index) => {
      const answer = cells.get(first + index)
      const isAnswered = answer !== undefined && answer.error === null && answer.text.trim() !== ''
      return isAnswered ? [{ cell: first + index, model, answer }] : []
    })
    // Answers that arrive early would reveal which models are fast.
    const isMissing = run.models.some(
      ({ model }, index) => model !== earlierModel && !cells.has(first + index),
    )
    return { answered, isAnswering: run.state === 'running' && isMissing }
  }

  /** The order is kept as long as the answers are the same. */
  #ordered(place: BallotPlace, entries: BallotEntry[], cells: readonly number[]): BallotEntry[] {
    const { store, shuffle, newId } = this.#deps
    if (entries.length === cells.length && entries.every(({ cell }) => cells.includes(cell))) return entries
    const order = shuffle(cells).map((cell) => ({ id: newId<PaneId>(), cell }))
    store.ballots.put(place, order)
    return order
  }

  #namesContestant({ text, course }: CellAnswer, models: readonly string[], prompt: RunPrompt): boolean {
    const whole = [...(course?.earlier ?? []), text].join('\n\n')
    return this.#deps.namesContestant(whole, models, prompt.text)
  }
}

/** The answer as votes name it, here and in the comparison of its row. */
function placedIn(place: BallotPlace, { models }: AskedRun, { entry }: Shown): PlacedAnswer {
  return { paneId: entry.id, messageId: null, original: cellOrigin(place, entry.cell % models.length) }
}
