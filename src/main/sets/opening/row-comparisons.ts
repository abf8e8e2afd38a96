import { failure } from '../../../shared/failures/failure'
import type { ComparisonId } from '../../../shared/ids'
import type { Metrics, Part } from '../../../shared/sessions/messages'
import { paneLimits } from '../../../shared/sessions/sessions'
import type { BallotPlace } from '../../../shared/sets/ballots'
import { turnParts, turnsBefore } from '../../../shared/sets/past'
import { earlierModel, type SetRun } from '../../../shared/sets/sets'
import type { Clock } from '../../base/clock'
import type { AnsweredComparisons, AnsweredPane } from '../../store/comparisons/answered-comparisons'
import type { TreeMessage } from '../../store/sessions/tree-in-progress'
import type { SetRunStore } from '../../store/sets/set-run-store'
import type { CellAnswer, RunPrompt } from '../../store/sets/stored-answers'
import { cellOrigin } from '../../store/votes/original-answers'
import { shapeOf } from '../judging/judge-plan'
import { cellNumber } from '../running/cell-numbers'

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
   * `onlyKnown`, it is refused while a vote would still be blind. `models` are the indexes of those whose answers it shows.
   * @throws NOT_FOUND; INVALID_INPUT an answer is missing, a blind vote is open, or the number of models does not fit;
   * STORE_FULL
   */
  async open(
    place: BallotPlace,
    { onlyKnown = false, models }: { onlyKnown?: boolean; models?: readonly number[] | undefined } = {},
  ): Promise<ComparisonId> {
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
    const panes = this.#panes(place, run, { ...question, models })
    // Before the models are shown: a later vote that still counted as blind would be wrong.
    store.ballots.reveal(place, clock.now())
    return comparisons.findOrCreate(question.text, panes, { isExact: models !== undefined })
  }

  #panes(
    place: BallotPlace,
    run: SetRun,
    { models, ...question }: RunPrompt & { models: readonly number[] | undefined },
  ): AnsweredPane[] {
    const { min, max } = paneLimits
    const isRepeated = run.models.length === 1
    const asked = models ?? [...run.models.keys()]
    // Not every prompt has an answer of a chat.
    const shown = asked.filter((index) => {
      const cell = cellNumber(shapeOf(run), { ...place, model: index })
      return run.models[index]?.model !== earlierModel || this.#deps.store.cells.answer(run.id, cell) !== null
    })
    if (shown.length < min && shown.length < asked.length)
      throw failure('INVALID_INPUT', 'too-few-answers', { min })
    const count = isRepeated ? Math.min(run.repeats, max) : shown.length
    if (count < min || count > max || !shown.every((index) => index in run.models)) {
      throw failure('INVALID_INPUT', 'row-models', { field: 'runId', count, min, max })
    }
    const columns = isRepeated
      ? Array.from({ length: count }, (_, repeat) => ({ repeat, index: 0 }))
      : shown.map((index) => ({ repeat: place.repeat, index }))
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
        messages: cellMessages(question, contestant.model, answer),
      }
    })
  }
}

/** A prompt with its stored answer, as the messages of a pane. Recorded answers name no model. */
export function cellMessages(
  { text: question, past }: Pick<RunPrompt, 'text' | 'past'>,
  model: string,
  answer: CellAnswer,
): TreeMessage[] {
  const { text, error, finish, usage, at } = answer
  const said: Part[] = text === '' ? [] : [{ type: 'text', text }]
  const failed: Part[] = error === null ? [] : [{ type: 'error', ...error }]
  const createdAt = Math.max(0, at - Math.round(answer.durationMs ?? 0))
  const turns = past === undefined ? [] : turnsBefore(past, answer.course)
  return [
    ...turns.map(({ role, ...turn }, index): TreeMessage => ({
      key: `turn-${index}`,
      parentKey: index === 0 ? null : `turn-${index - 1}`,
      role,
      parts: turnParts(turn, `turn-${index}`),
      status: 'complete',
      ...(role === 'assistant' ? { stopReason: 'end' } : {}),
      createdAt,
    })),
    {
      key: 'question',
      parentKey: turns.length === 0 ? null : `turn-${turns.length - 1}`,
      role: 'user',
      parts: turnParts({ text: question, files: past?.files ?? [] }, 'question'),
      status: 'complete',
      createdAt,
    },
    {
      key: 'answer',
      parentKey: 'question',
      role: 'assistant',
      parts: [...said, ...failed],
      status: error === null ? 'complete' : 'failed',
      stopReason: error === null ? (finish ?? 'end') : 'error',
      model,
      usage,
      metrics: metricsOf(answer),
      createdAt: at,
    },
  ]
}

function metricsOf({ ttftMs, durationMs, usage: { outputTokens } }: CellAnswer): Metrics {
  const streamedMs = ttftMs === null || durationMs === null ? 0 : durationMs - ttftMs
  const isMeasured = streamedMs > 0 && outputTokens !== undefined && outputTokens > 1
  return {
    ttftMs,
    durationMs,
    tokensPerSecond: isMeasured ? ((outputTokens - 1) * 1000) / streamedMs : null,
  }
}
