import type { DriftCount, DriftReport } from '../../shared/sets/drift'
import type { SetRun } from '../../shared/sets/sets'
import { driftEvidence } from '../statistics/drift'
import { isSettledBy } from '../statistics/e-value'
import type { StoredAnswers } from '../store/sets/stored-answers'
import { shapeOf } from './judging/judge-plan'
import { cellsByPlace } from './running/cell-numbers'

/** The runs that a report is about. The looks have the prompts and models of the baseline, oldest first. */
export interface WatchedRuns {
  baseline: SetRun
  looks: readonly { run: SetRun; dueAt: number }[]
  control: string | null
}

/** Compares the runs of a watch with its baseline. A request without an answer says nothing about a model. */
export function driftReport(
  store: Pick<StoredAnswers, 'cells'>,
  { baseline, looks, control }: WatchedRuns,
): DriftReport {
  const before = readRun(store, baseline)
  const after = looks.map(({ run, dueAt }) => ({ run, dueAt, ...readRun(store, run) }))
  return {
    baseline: { runId: baseline.id, at: baseline.startedAt, counts: before.counts },
    looks: after.map(({ run, dueAt, counts }) => ({ runId: run.id, at: run.startedAt, dueAt, counts })),
    models: baseline.models.map(({ key }, model) => {
      const evidence = driftEvidence(
        Array.from({ length: baseline.promptCount }, (_, prompt) => ({
          baseline: before.passed[prompt]?.[model] ?? [],
          later: after.flatMap(({ passed }) => passed[prompt]?.[model] ?? []),
        })),
      )
      const known = new Set(before.counts[model]?.reported)
      const names = after.flatMap(({ counts }) => counts[model]?.reported ?? [])
      return {
        key,
        isControl: key === control,
        ...evidence,
        isSettled: isSettledBy(evidence.eValue),
        isRenamed: known.size > 0 && names.some((name) => !known.has(name)),
      }
    }),
  }
}

/** The answers of a run by model, and by prompt and model whether they passed, in the order of the repeats. */
function readRun({ cells }: Pick<StoredAnswers, 'cells'>, run: SetRun) {
  const grid = cellsByPlace(cells.summaries(run.id), shapeOf(run))
  const passed = grid.map((row) =>
    row.map((same) =>
      same.flatMap(({ isFailed, passed: hasPassed }) => (isFailed || hasPassed === null ? [] : [hasPassed])),
    ),
  )
  const reported = cells.reportedModels(run.id, run.models.length)
  const counts = run.models.map((_, model): DriftCount => {
    const judged = passed.flatMap((row) => row[model] ?? [])
    return {
      passed: judged.filter(Boolean).length,
      judged: judged.length,
      failed: grid.flatMap((row) => row[model] ?? []).filter(({ isFailed }) => isFailed).length,
      reported: reported.filter((found) => found.model === model).map(({ name }) => name),
    }
  })
  return { counts, passed }
}
