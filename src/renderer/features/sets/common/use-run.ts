import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import type { SetRunId } from '../../../../shared/ids'
import type { SetResult, SetRun, SetRunEvent } from '../../../../shared/sets/sets'
import { errorDataOf } from '../../../errors/error-data'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { pauseOf } from './use-runs'

/** How a run is resumed. `isBatch`: in batches, for a run that has some. */
export interface ResumeLimits {
  costLimitUsd: number | null
  isBatch?: boolean
}

/** A run as it progresses; `resume` continues it. */
export function useRun(runId: SetRunId) {
  const { api } = useApp().environment
  const [run, setRun] = useState<SetRun | null>(null)
  const [problem, setProblem] = useState<ErrorData | null>(null)
  const [resumeWith, setResumeWith] = useState<ResumeLimits | null>(null)
  useEffect(() => {
    const listener = {
      onEvents: (events: readonly SetRunEvent[]) => {
        for (const event of events) {
          setRun((before) =>
            event.type === 'run' ? event.run : before === null ? null : { ...before, ...event.progress },
          )
        }
      },
      onEnd: ({ reason, error }: { reason: string; error?: ErrorData }) => {
        if (reason === 'refused' && error !== undefined) setProblem(error)
      },
    }
    const handle =
      resumeWith === null
        ? api.open('sets.watch', { runId }, listener)
        : api.open('sets.run', { runId, ...resumeWith }, listener)
    return () => handle.close()
  }, [api, runId, resumeWith])
  return {
    run,
    problem,
    resume: (limits: ResumeLimits) => {
      setProblem(null)
      setResumeWith(limits)
    },
    stop: async () => {
      try {
        await api.invoke('sets.stop', { runId })
      } catch (error) {
        setProblem(errorDataOf(error))
      }
    },
  }
}

/**
 * The grid of a run, read again while the run or a judge of it progresses, after a vote, and after a failure. Votes are blind, and the
 * grid lacks what would spoil that, if the user chose so; without a choice, if neither checks nor a judge have compared
 * the models. `left`: how many answers have pages that no window has checked yet.
 */
export function useResult(
  run: SetRun | null,
  baselineRunId: SetRunId | null,
  blindChoice: boolean | null,
  left = 0,
): { result: SetResult | null; error: ErrorData | null; isBlind: boolean; reload: () => void } {
  const [isJudged, setJudged] = useState(false)
  const { votes, promptSets } = useApp()
  const voted = useStore(votes.store, (state) => state.version)
  const arrived = useStore(promptSets.store, (state) => state.version)
  const hasVerdicts = (run?.judged ?? 0) > 0 || isJudged
  const isBlind = (blindChoice ?? !hasVerdicts) && (run?.models.length ?? 0) > 1
  const input =
    run === null ? null : { runId: run.id, isBlind, ...(baselineRunId !== null && { baselineRunId }) }
  const {
    data: result,
    error,
    reload,
  } = useRequest('sets.result', input, {
    reloadOn: `${run?.state} ${left} ${voted} ${arrived}`,
    repeatsAfterMs: (read) =>
      pauseOf(
        read === null
          ? null
          : [read.run, ...[...read.judges, ...read.rubrics].flatMap((judge) => judge.run ?? [])],
      ),
  })
  const marking = result?.rubrics.filter(({ run: judge }) => judge !== null) ?? []
  const hasJudges = (result?.judges.length ?? 0) + marking.length > 0
  if (hasJudges !== isJudged) setJudged(hasJudges)
  return { result, error, isBlind, reload: () => void reload() }
}
