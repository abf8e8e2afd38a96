import {
  type SetAnswer,
  type SetResult,
  type SetResultCell,
  type SetResultDetail,
  type SetResultRow,
  type SetRun,
} from '../../shared/sets/sets'
import { askedKey } from '../../shared/sets/asked-prompt'
import { passageBeginning } from '../../shared/differences/row-judgement'
import type { VerdictsOnRuns } from '../store/comparisons/row-verdicts'
import type { CellSummary, RunPrompt, StoredAnswers } from '../store/sets/stored-answers'
import { shapeOf } from './judging/judge-plan'
import { judgementsOf, judgeResult } from './judging/judge-result'
import { cellNumber, cellPlace, type RunShape } from './running/cell-numbers'

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

/** The grid of a run, compared with an earlier run of the same prompts. */
export function setResult(store: StoredAnswers, { run, baseline, judges, isBlind }: ShownRun): SetResult {
  const prompts = store.prompts(run.id)
  const shape = shapeOf(run)
  const cells = cellsByPlace(store.cells.summaries(run.id), shape)
  const places = shape.promptCount * shape.modelCount
  const agreement = run.repeats > 1 ? store.cells.agreement(run.id, places) : new Map<number, number>()
  const beginnings = places > maxBeginnings ? null : store.cells.beginnings(run.id, places)
  const earlier = baseline === null ? null : earlierCells(store, baseline)
  const matched = matchModels(run, baseline)
  const isRevealed = isBlind ? store.revealed(run.id, run.repeats) : () => true
  const rows = prompts.map((prompt, index): SetResultRow => {
    const same = earlier?.byPrompt.get(promptKey(prompt))
    const row = {
      prompt: index,
      text: prompt.text.slice(0, shownPromptChars),
      key: askedKey(prompt),
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
          ...comparedCell(own, before),
          ...(isRepeated && equal !== undefined ? { equal } : {}),
          ...(beginning === undefined ? {} : { beginning }),
        }
      }),
    }
  })
  const totals = run.models.map((_, model) => {
    const before = rows.map((row) => row.cells[model]?.baseline)
    const all = cells.flatMap((row, prompt) => (isRevealed(prompt) ? (row[model] ?? []) : []))
    const judged = before.reduce((sum, cell) => sum + (cell?.judged ?? 0), 0)
    const passed = before.reduce((sum, cell) => sum + (cell?.passed ?? 0), 0)
    return { ...summed(all), ...(judged === 0 ? {} : changeFrom(summed(all), { judged, passed })) }
  })
  const regressions = rows.reduce((sum, row) => sum + regressionsOf(row), 0)
  return {
    run,
    baseline,
    matched,
    rows: rows.toSorted((one, other) => lostShare(other) - lostShare(one)),
    totals,
    regressions,
    judges: judges.map((judge) => judgeResult(store, run, judge, isRevealed)),
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

/** Cells by prompt, then by model. */
function cellsByPlace(cells: readonly CellSummary[], shape: RunShape): CellSummary[][][] {
  const grid: CellSummary[][][] = Array.from({ length: shape.promptCount }, () =>
    Array.from({ length: shape.modelCount }, () => []),
  )
  for (const cell of cells) {
    const { prompt, model } = cellPlace(shape, cell.cell)
    grid[prompt]?.[model]?.push(cell)
  }
  return grid
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
function promptKey({ text, systemPrompt }: RunPrompt): string {
  return JSON.stringify([text, systemPrompt])
}

/**
 * Returns the index of the earlier model that each model is compared with: the same model with the same settings. The
 * remaining models, such as a new one and the one that it replaces, are paired in their order.
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
  return same.map((index) => {
    if (index !== null) return index
    const [next = null] = free
    if (next !== null) free.delete(next)
    return next
  })
}

function comparedCell(cells: readonly CellSummary[], before: readonly CellSummary[]): SetResultCell {
  const cell = summed(cells)
  const { judged, passed } = summed(before)
  return judged === 0 ? cell : { ...cell, ...changeFrom(cell, { judged, passed }) }
}

function changeFrom(
  { judged, passed }: SetResultCell,
  baseline: { judged: number; passed: number },
): Pick<SetResultCell, 'baseline' | 'change'> {
  if (judged === 0) return { baseline }
  const difference = passed * baseline.judged - baseline.passed * judged
  return { baseline, change: difference < 0 ? 'regressed' : difference > 0 ? 'improved' : 'same' }
}

function summed(cells: readonly CellSummary[]): SetResultCell {
  // Failed requests may cost nothing, but that says nothing about the price of the answers.
  const isPriced = cells.some(({ costUsd, isFailed }) => costUsd !== null && (!isFailed || costUsd > 0))
  const isUnknown = cells.some(({ costUsd, isFailed }) => costUsd === null && !isFailed)
  const knownUsd = cells.reduce((sum, { costUsd, leastCostUsd }) => sum + (costUsd ?? leastCostUsd ?? 0), 0)
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
  }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function regressionsOf({ cells }: SetResultRow): number {
  return cells.filter(({ change }) => change === 'regressed').length
}

/** The share of passing answers that the row has lost: rows that lost most come first, others keep their order. */
function lostShare({ cells }: SetResultRow): number {
  return cells.reduce((sum, { change, baseline, judged, passed }) => {
    if (change !== 'regressed' || baseline === undefined) return sum
    return sum + baseline.passed / baseline.judged - passed / judged
  }, 0)
}
