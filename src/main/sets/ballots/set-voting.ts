import { failure } from '../../../shared/failures/failure'
import type { PaneId } from '../../../shared/ids'
import type { BallotPlace, SetBallot } from '../../../shared/sets/ballots'
import { sentTurns } from '../../../shared/sets/past'
import type { LineUpModel, SetRun } from '../../../shared/sets/sets'
import type { Vote, VotedAnswer, VoteHow, VoteResult } from '../../../shared/votes/votes'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { BallotEntry } from '../../store/sets/set-ballots'
import type { CellAnswer, RunPrompt } from '../../store/sets/stored-answers'
import type { SetRunStore } from '../../store/sets/set-run-store'
import { cellOrigin, type PlacedAnswer } from '../../store/votes/original-answers'
import { contestantOf, promptHash } from '../../votes/contestant'
import { possibleCost } from '../../votes/ranked-votes'
import type { Votes } from '../../votes/votes'
import { shapeOf } from '../judging/judge-plan'
import { cellNumber } from '../running/cell-numbers'

interface SetVotingDeps {
  store: SetRunStore
  /** @throws NOT_FOUND */
  run: (id: BallotPlace['runId']) => SetRun
  votes: Pick<Votes, 'castOn' | 'voteOn'>
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

  /** The answers in one repeat of a prompt, in the order in which they are voted on. @throws NOT_FOUND, STORE_FULL */
  ballot(place: BallotPlace): SetBallot {
    const { run, prompt, isHidden, shown, problem } = this.#open(place)
    return {
      question: prompt.text,
      ...(prompt.past === undefined ? {} : { turns: sentTurns(prompt.past) }),
      answers: shown.map(({ entry, model, answer }) => ({
        answerId: entry.id,
        text: answer.text,
        ...(answer.course?.earlier === undefined ? {} : { earlier: answer.course.earlier }),
        ...(isHidden ? {} : { key: model.key }),
        ...(isHidden && this.#namesContestant(answer, run, prompt) ? { namesContestant: true } : {}),
      })),
      ...(problem === null ? {} : { problem }),
      isHidden,
      vote: isHidden ? null : this.#deps.votes.voteOn(shown.map((each) => placedIn(place, run, each))),
    }
  }

  /**
   * Votes on the answers of a ballot, which reveals their models. A vote on the same answers replaces the earlier one.
   * @throws NOT_FOUND, INVALID_INPUT, RUN_ACTIVE, STORE_FULL
   */
  cast(place: BallotPlace, { answerIds, ...judgement }: BallotJudgement): Vote {
    const { votes, store, clock } = this.#deps
    const { run, prompt, isHidden, shown, problem } = this.#open(place)
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
            ...(isHidden && this.#namesContestant(answer, run, prompt) ? { namesContestant: true } : {}),
          }
        }),
      },
      () => store.ballots.reveal(place, clock.now()),
    )
  }

  #open(place: BallotPlace) {
    const { store } = this.#deps
    const run = this.#deps.run(place.runId)
    const prompt = store.prompts(run.id)[place.prompt]
    if (prompt === undefined || place.repeat >= run.repeats) {
      throw failure('NOT_FOUND', 'set-prompt', { prompt: place.prompt })
    }
    const shape = shapeOf(run)
    const cells = run.models.map((model, index) => {
      const cell = cellNumber(shape, { prompt: place.prompt, model: index, repeat: place.repeat })
      return { cell, model, answer: store.cells.answer(run.id, cell) }
    })
    const answered = cells.flatMap(({ cell, model, answer }) =>
      answer !== null && answer.error === null && answer.text.trim() !== '' ? [{ cell, model, answer }] : [],
    )
    // Answers that arrive early would reveal which models are fast.
    const isAnswering = run.state === 'running' && cells.some(({ answer }) => answer === null)
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
    const shown = order.flatMap((entry): Shown[] =>
      answered.filter(({ cell }) => cell === entry.cell).map((found) => ({ ...found, entry })),
    )
    return { run, prompt, isHidden, shown, problem } as const
  }

  /** The order is kept as long as the answers are the same. */
  #ordered(place: BallotPlace, entries: BallotEntry[], cells: readonly number[]): BallotEntry[] {
    const { store, shuffle, newId } = this.#deps
    if (entries.length === cells.length && entries.every(({ cell }) => cells.includes(cell))) return entries
    const order = shuffle(cells).map((cell) => ({ id: newId<PaneId>(), cell }))
    store.ballots.put(place, order)
    return order
  }

  #namesContestant({ text, course }: CellAnswer, { models }: SetRun, prompt: RunPrompt): boolean {
    return this.#deps.namesContestant(
      [...(course?.earlier ?? []), text].join('\n\n'),
      models.map(({ model }) => model),
      prompt.text,
    )
  }
}

/** The answer as votes name it, here and in the comparison of its row. */
function placedIn(place: BallotPlace, { models }: SetRun, { entry }: Shown): PlacedAnswer {
  return { paneId: entry.id, messageId: null, original: cellOrigin(place, entry.cell % models.length) }
}
