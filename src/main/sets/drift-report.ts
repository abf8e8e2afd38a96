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
      const isNew = (part: 'reported' | 'builds') => {
        const known = new Set(before.counts[model]?.[part])
        return (
          known.size > 0 &&
          after.some(({ counts }) => counts[model]?.[part].some((each) => !known.has(each)) === true)
        )
      }
      return {
        key,
        isControl: key === control,
        ...evidence,
        isSettled: isSettledBy(evidence.eValue),
        isRenamed: isNew('reported'),
        isRebuilt: isNew('builds'),
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
    const own = reported.filter((found) => found.model === model)
    return {
      passed: judged.filter(Boolean).length,
      judged: judged.length,
      failed: grid.flatMap((row) => row[model] ?? []).filter(({ isFailed }) => isFailed).length,
      reported: different(own.map(({ name }) => name)),
      builds: different(own.map(({ build }) => build)),
    }
  })
  return { counts, passed }
}

function different(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))]
}
