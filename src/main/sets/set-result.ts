import type { Vote } from '../../shared/votes/votes'
import {
  earlierModel,
  type JudgeResult,
  type LineUpModel,
  type SetAnswer,
  type SetResult,
  type SetResultCell,
  type SetResultDetail,
  type SetResultRow,
  type SetResultTotal,
  type SetRun,
} from '../../shared/sets/sets'
import { askedKey } from '../../shared/sets/asked-prompt'
import { sentTurns } from '../../shared/sets/past'
import { passageBeginning } from '../../shared/differences/row-judgement'
import type { VerdictsOnRuns } from '../store/comparisons/row-verdicts'
import type { CellSummary, RunPrompt, StoredAnswers } from '../store/sets/stored-answers'
import { cellOfOrigin } from '../store/votes/original-answers'
import { shapeOf } from './judging/judge-plan'
import { countJudgements, judgementsOf } from './judging/judge-result'
import { judgeTrust } from './judging/judge-trust'
import { ratersOf, rubricResult } from './judging/rubric-result'
import { changesOf, differencesFromBaseline, modelDifferences } from './result-statistics'
import { cellNumber, cellPlace, cellsByPlace } from './running/cell-numbers'
import { shareOf } from '../statistics/shares'

/** Length of the beginning of a prompt in a result, in UTF-16 units. */
const shownPromptChars = 300

/** A grid of more prompts and models would be too large with the beginnings of answers. */
const maxBeginnings = 5_000

/** A run to show, with an earlier one and the runs of its judges. */
export interface ShownRun {
  run: SetRun
  baseline: SetRun | null
  judges: readonly SetRun[]
  /** Leaves out anything that distinguishes the models of answers that can still be voted on blind. */
  isBlind: boolean
}

/** The grid of a run, compared with an earlier run of the same prompts. `votes` are all those of the user. */
export function setResult(
  store: StoredAnswers,
  { run, baseline, judges, isBlind }: ShownRun,
  votes: readonly Vote[],
): SetResult {
  const prompts = store.prompts(run.id)
  const shape = shapeOf(run)
  const cells = cellsByPlace(store.cells.summaries(run.id), shape)
  const places = shape.promptCount * shape.modelCount
  const agreement = run.repeats > 1 ? store.cells.agreement(run.id, places) : new Map<number, number>()
  const beginnings = places > maxBeginnings ? null : store.cells.beginnings(run.id, places)
  const earlier = baseline === null ? null : earlierCells(store, baseline)
  const matched = matchModels(run, baseline)
  const canVote = (prompt: number, repeat: number) => {
    const own = (cells[prompt] ?? []).map((same) =>
      same.find(({ cell }) => cellPlace(shape, cell).repeat === repeat),
    )
    const mayCome = own.some((cell, model) => cell === undefined && isModel(run.models[model]))
    return mayCome || own.filter((cell) => cell?.isFailed === false).length > 1
  }
  const isRevealed = isBlind ? store.revealed(run.id, run.repeats, canVote) : () => true
  const uncompared = prompts.map((prompt, index): SetResultRow => {
    const same = earlier?.byPrompt.get(promptKey(prompt))
    const turns = prompt.past === undefined ? 0 : sentTurns(prompt.past).length
    const row = {
      prompt: index,
      text: prompt.text.slice(0, shownPromptChars),
      key: askedKey(prompt),
      ...(turns === 0 ? {} : { turns }),
      checks: prompt.checks.length,
    }
    if (!isRevealed(index)) return { ...row, isHidden: true, cells: [] }
    return {
      ...row,
      cells: run.models.map((_, model) => {
        const other = matched[model] ?? null
        const before = same === undefined || other === null ? [] : (earlier?.cells[same]?.[other] ?? [])
        const own = cells[index]?.[model] ?? []
        const first = cellNumber(shape, { prompt: index, model, repeat: 0 })
        const equal = agreement.get(first)
        const beginning = beginnings?.get(first)
        const isRepeated = own.filter(({ isFailed }) => !isFailed).length > 1
        return {
          ...cellWith(own, before),
          ...(isRepeated && equal !== undefined ? { equal } : {}),
          ...(beginning === undefined ? {} : { beginning }),
        }
      }),
    }
  })
  const compared = uncompared.map((row) => row.cells)
  const changes = changesOf(compared)
  const rows = uncompared.map((row, index) => ({
    ...row,
    cells: row.cells.map((cell, model) => {
      const change = changes[index]?.[model]
      return change === undefined ? cell : { ...cell, change }
    }),
  }))
  const fromBaseline = differencesFromBaseline(compared, run.models.length)
  const totals = run.models.map((_, model): SetResultTotal => {
    const all = cells.flatMap((row, prompt) => (isRevealed(prompt) ? (row[model] ?? []) : []))
    const interval = shareOf(compared.flatMap((row) => row[model] ?? []))?.interval
    const difference = fromBaseline[model] ?? null
    return {
      ...summed(all),
      ...(interval === undefined ? {} : { interval }),
      ...(difference === null ? {} : { difference }),
    }
  })
  const changed = (change: SetResultCell['change']) => changes.flat().filter((each) => each === change).length
  return {
    run,
    baseline,
    matched,
    rows: rows.toSorted(byLoss),
    totals,
    differences: modelDifferences(compared, run.models.length),
    regressions: changed('regressed'),
    withinNoise: changed('within-noise'),
    votes: votesOn(run, votes),
    judges: judges
      .filter(({ rubric }) => rubric === undefined)
      .map((judge) => judgeResult(store, { judge, run, votes, isRevealed })),
    rubrics: ratersOf(store, run, { judges }).flatMap(({ marks, ...rater }) => {
      const shown = marks.filter(({ prompt }) => isRevealed(prompt))
      if (shown.length === 0 && rater.judge === null) return []
      return [rubricResult({ ...rater, marks: shown }, { run, ratings: store.ratings(run.id) })]
    }),
  }
}

function votesOn(run: SetRun, votes: readonly Vote[]): SetResult['votes'] {
  const counts = run.models.map(() => ({ won: 0, of: 0 }))
  for (const { shown, chosen, result } of votes) {
    const models = shown.map(({ original }) => {
      const place = cellOfOrigin(original ?? '')
      return place?.runId === run.id ? counts[place.model] : undefined
    })
    for (const count of new Set(models)) if (count !== undefined) count.of += 1
    const best = result === 'best' || result === 'order' ? models[chosen[0] ?? -1] : undefined
    if (best !== undefined) best.won += 1
  }
  return counts
}

/** The verdicts of a judge on the answers to prompts whose models the user can know. */
function judgeResult(
  store: StoredAnswers,
  {
    judge,
    run,
    votes,
    isRevealed,
  }: { judge: SetRun; run: SetRun; votes: readonly Vote[]; isRevealed: (prompt: number) => boolean },
): JudgeResult {
  const judgements = judgementsOf(store, run, { judge }).filter(({ prompt }) => isRevealed(prompt))
  const lengths = store.cells.lengths(run.id)
  const shape = shapeOf(run)
  return {
    run: judge,
    ...countJudgements(judgements, run),
    trust: judgeTrust({
      runId: run.id,
      models: run.models,
      judge: judge.models[0],
      judgements,
      votes,
      lengthOf: (place) => lengths.get(cellNumber(shape, place)) ?? 0,
    }),
  }
}

/** Everything about one prompt of a run; null when there is no such prompt. */
export function resultDetail(
  store: StoredAnswers,
  {
    run,
    prompt,
    baseline,
    judges,
    verdicts,
  }: {
    run: SetRun
    prompt: number
    baseline: SetRun | null
    judges: readonly SetRun[]
    verdicts: Pick<VerdictsOnRuns, 'of'>
  },
): SetResultDetail | null {
  const asked = store.prompts(run.id)[prompt]
  if (asked === undefined) return null
  const same =
    baseline === null
      ? -1
      : store.prompts(baseline.id).findIndex((other) => promptKey(other) === promptKey(asked))
  const answers = answersTo(store, run, prompt)
  return {
    ...asked,
    answers,
    baselinePrompt: same === -1 ? null : same,
    baseline: baseline === null || same === -1 ? [] : answersTo(store, baseline, same),
    judgements: judges.flatMap((judge) =>
      judgementsOf(store, run, { judge, prompt }).map((judgement) => ({
        ...judgement,
        judge: judge.models[0]?.key ?? '',
      })),
    ),
    marks: ratersOf(store, run, { judges, prompt }).flatMap(({ judge, rubric, marks }) =>
      (judge === null ? [] : marks).map((mark) => {
        const { name = '', scale = 'pass-fail' } = rubric.find(({ id }) => id === mark.criterion) ?? {}
        return { ...mark, name, scale, judge: judge?.models[0]?.key ?? '' }
      }),
    ),
    rowVerdicts: verdicts
      .of(
        { runId: run.id, prompt },
        (place) =>
          answers.find(({ model, repeat }) => model === place.model && repeat === place.repeat)?.text ?? null,
      )
      .map(({ passages, ...verdict }) => ({
        ...verdict,
        passages: passages.map((passage) => ({
          ...passage,
          text: passage.text === null ? null : passageBeginning(passage.text),
        })),
      })),
  }
}

/** The answers to a prompt in the newest of these runs that asked it, by their texts. `runs` are newest first. */
export function newestAnswers(
  store: StoredAnswers,
  runs: readonly SetRun[],
  prompt: RunPrompt,
): readonly SetAnswer[] {
  for (const run of runs) {
    const index = store.prompts(run.id).findIndex((other) => promptKey(other) === promptKey(prompt))
    const answers = index === -1 ? [] : answersTo(store, run, index).filter(({ error }) => error === null)
    if (answers.length > 0) return answers.toSorted((one, other) => (one.text < other.text ? -1 : 1))
  }
  return []
}

function answersTo(store: StoredAnswers, run: SetRun, prompt: number): SetAnswer[] {
  const shape = shapeOf(run)
  const places = run.models.flatMap((_, model) =>
    Array.from({ length: run.repeats }, (__, repeat) => ({ prompt, model, repeat })),
  )
  return places.flatMap(({ model, repeat }) => {
    const answer = store.cells.answer(run.id, cellNumber(shape, { prompt, model, repeat }))
    return answer === null ? [] : [{ model, repeat, ...answer }]
  })
}

function earlierCells(store: StoredAnswers, baseline: SetRun) {
  return {
    cells: cellsByPlace(store.cells.summaries(baseline.id), shapeOf(baseline)),
    // The first of equal prompts counts.
    byPrompt: new Map(
      store
        .prompts(baseline.id)
        .map((prompt, index) => [promptKey(prompt), index] as const)
        .toReversed(),
    ),
  }
}

/** Equal for prompts that ask the same. Their checks may differ. */
function promptKey({ text, systemPrompt, past }: RunPrompt): string {
  return JSON.stringify([text, systemPrompt, past])
}

const isModel = (each: LineUpModel | undefined) => each?.model !== earlierModel

/**
 * Returns the index of the earlier model that each model is compared with: the same model with the same settings. The
 * remaining models, such as a new one and the one that it replaces, are paired in their order. Answers of chats replace
 * no model.
 */
export function matchModels(
  run: Pick<SetRun, 'models'>,
  baseline: Pick<SetRun, 'models'> | null,
): (number | null)[] {
  if (baseline === null) return run.models.map(() => null)
  const free = new Set(baseline.models.keys())
  const same = run.models.map(({ key }) => {
    const index = [...free].find((each) => baseline.models[each]?.key === key) ?? null
    if (index !== null) free.delete(index)
    return index
  })
  return same.map((index, model) => {
    if (index !== null || !isModel(run.models[model])) return index
    const next = [...free].find((each) => isModel(baseline.models[each])) ?? null
    if (next !== null) free.delete(next)
    return next
  })
}

function cellWith(cells: readonly CellSummary[], before: readonly CellSummary[]): SetResultCell {
  const cell = summed(cells)
  const { judged, passed } = summed(before)
  return judged === 0 ? cell : { ...cell, baseline: { judged, passed } }
}

function summed(cells: readonly CellSummary[]): SetResultCell {
  // Failed requests may cost nothing, but that says nothing about the price of the answers.
  const isPriced = cells.some(({ costUsd, isFailed }) => costUsd !== null && (!isFailed || costUsd > 0))
  const isUnknown = cells.some(({ costUsd, isFailed }) => costUsd === null && !isFailed)
  const knownUsd = cells.reduce((sum, { costUsd, leastCostUsd }) => sum + (costUsd ?? leastCostUsd ?? 0), 0)
  const unrecorded = cells.filter(({ isUnrecorded }) => isUnrecorded).length
  const times = cells.flatMap(({ durationMs, isFailed }) =>
    durationMs === null || isFailed ? [] : [durationMs],
  )
  return {
    done: cells.length,
    failed: cells.filter(({ isFailed }) => isFailed).length,
    judged: cells.filter(({ passed }) => passed !== null).length,
    passed: cells.filter(({ passed }) => passed === true).length,
    costUsd: isPriced || knownUsd > 0 ? knownUsd : null,
    ...(isUnknown && (isPriced || knownUsd > 0) ? { isCostAtLeast: true } : {}),
    medianMs: medianOf(times),
    ...(unrecorded === 0 ? {} : { unrecorded }),
  }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Rows that lost the largest share of passing answers come first, regressions before what may be chance. */
function byLoss(one: SetResultRow, other: SetResultRow): number {
  return lostShare(other, 'regressed') - lostShare(one, 'regressed') || lostShare(other) - lostShare(one)
}

function lostShare({ cells }: SetResultRow, only?: SetResultCell['change']): number {
  return cells.reduce((sum, { change, baseline, judged, passed }) => {
    if (baseline === undefined || judged === 0 || (only !== undefined && change !== only)) return sum
    return sum + Math.max(0, baseline.passed / baseline.judged - passed / judged)
  }, 0)
}
