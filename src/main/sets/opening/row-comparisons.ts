import { failure } from '../../../shared/failures/failure'
import type { ComparisonId } from '../../../shared/ids'
import { paneLimits } from '../../../shared/sessions/sessions'
import type { BallotPlace } from '../../../shared/sets/ballots'
import type { SetRun } from '../../../shared/sets/sets'
import type { Clock } from '../../base/clock'
import type { AnsweredComparisons, AnsweredPane } from '../../store/comparisons/answered-comparisons'
import type { SetRunStore } from '../../store/sets/set-run-store'
import { cellOrigin } from '../../store/votes/answer-origins'
import { shapeOf } from '../judging/judge-plan'
import { cellNumber } from '../running/cell-numbers'
import { cellMessages } from './cell-messages'

interface RowComparisonsDeps {
  store: SetRunStore
  /** @throws NOT_FOUND */
  run: (id: BallotPlace['runId']) => SetRun
  comparisons: Pick<AnsweredComparisons, 'findOrCreate'>
  clock: Clock
}

/**
 * Opens the stored answers to a prompt of a run as a comparison, without any request: those of its models in one repeat,
 * or those of its only model in all repeats.
 */
export class RowComparisons {
  readonly #deps: RowComparisonsDeps

  constructor(deps: RowComparisonsDeps) {
    this.#deps = deps
  }

  /**
   * The comparison of a row; the first call stores it. It shows the models, so later votes on the row are open; with
   * `onlyKnown`, it is refused while a vote would still be blind.
   * @throws NOT_FOUND; INVALID_INPUT an answer is missing, a blind vote is open, or the number of models does not fit;
   * STORE_FULL
   */
  async open(place: BallotPlace, { onlyKnown = false } = {}): Promise<ComparisonId> {
    const { store, comparisons, clock } = this.#deps
    const { entries, revealedAt } = store.ballots.get(place)
    const isVoteOpen = entries.length > 0 || onlyKnown
    if (isVoteOpen && revealedAt === null)
      throw failure('INVALID_INPUT', 'row-vote-open', { field: 'prompt' })
    const run = this.#deps.run(place.runId)
    const question = store.prompts(run.id)[place.prompt]
    if (question === undefined || place.repeat >= run.repeats) {
      throw failure('NOT_FOUND', 'set-prompt', { prompt: place.prompt })
    }
    const panes = this.#panes(place, run, question)
    // Before the models are shown: a later vote that still counted as blind would be wrong.
    store.ballots.reveal(place, clock.now())
    return comparisons.findOrCreate(question.text, panes)
  }

  #panes(
    place: BallotPlace,
    run: SetRun,
    question: { text: string; systemPrompt: string | null },
  ): AnsweredPane[] {
    const { min, max } = paneLimits
    const isRepeated = run.models.length === 1
    const count = isRepeated ? Math.min(run.repeats, max) : run.models.length
    if (count < min || count > max) {
      throw failure('INVALID_INPUT', 'row-models', { field: 'runId', count, min, max })
    }
    const columns = isRepeated
      ? Array.from({ length: count }, (_, repeat) => ({ repeat, index: 0 }))
      : run.models.map((_, index) => ({ repeat: place.repeat, index }))
    return columns.flatMap(({ repeat, index }) => {
      const model = run.models[index]
      if (model === undefined) return []
      const { key: _key, systemPrompt, ...contestant } = model
      const cell = cellNumber(shapeOf(run), { prompt: place.prompt, repeat, model: index })
      const answer = this.#deps.store.cells.answer(run.id, cell)
      if (answer === null) throw failure('INVALID_INPUT', 'row-unanswered', { field: 'prompt' })
      return {
        origin: cellOrigin({ ...place, repeat }, index),
        ...contestant,
        systemPrompt: question.systemPrompt ?? systemPrompt,
        messages: cellMessages(question.text, contestant.model, answer),
      }
    })
  }
}
