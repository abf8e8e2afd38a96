import { useEffect, useState } from 'react'

import type { SetRunId } from '../../../../shared/ids'
import type { SetResult, SetRun, SetRunEvent } from '../../../../shared/sets/sets'
import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'
import { refreshMs } from './use-runs'
import { useApp } from '../../../state/app/use-app'

/** A run as it progresses; `resume` continues it. */
export function useRun(runId: SetRunId) {
  const { api } = useApp().environment
  const [run, setRun] = useState<SetRun | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [resumeWith, setResumeWith] = useState<{ costLimitUsd: number | null } | null>(null)
  useEffect(() => {
    const listener = {
      onEvents: (events: readonly SetRunEvent[]) => {
        for (const event of events) {
          setRun((before) =>
            event.type === 'run' ? event.run : before === null ? null : { ...before, ...event.progress },
          )
        }
      },
      onEnd: ({ reason, error }: { reason: string; error?: Parameters<typeof errorLine>[0] }) => {
        if (reason === 'refused' && error !== undefined) setProblem(errorLine(error))
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
    resume: (costLimitUsd: number | null) => {
      setProblem(null)
      setResumeWith({ costLimitUsd })
    },
    stop: async () => {
      try {
        await api.invoke('sets.stop', { runId })
      } catch (error) {
        setProblem(errorLine(errorDataOf(error)))
      }
    },
  }
}

/**
 * The grid of a run, read again while the run or a judge of it progresses. Votes are blind, and the grid without what
 * would spoil that, if the user chose so; without a choice, if neither checks nor a judge have compared the models.
 */
export function useResult(
  run: SetRun | null,
  baselineRunId: SetRunId | null,
  blindChoice: boolean | null,
): { result: SetResult | null; isBlind: boolean; reload: () => void } {
  const { api } = useApp().environment
  const [result, setResult] = useState<SetResult | null>(null)
  const hasVerdicts = (run?.judged ?? 0) > 0 || (result?.judges.length ?? 0) > 0
  const isBlind = (blindChoice ?? !hasVerdicts) && (run?.models.length ?? 0) > 1
  const runId = run?.id ?? null
  const isRunning = run?.state === 'running'
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    if (runId === null) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const load = async () => {
      let isLive = isRunning
      try {
        const read = await api.invoke('sets.result', {
          runId,
          isBlind,
          ...(baselineRunId === null ? {} : { baselineRunId }),
        })
        isLive = [read, ...read.judges].some(({ run: { state } }) => state === 'running')
        if (!isOver) setResult(read)
      } catch {
        // The run's own stream reports the error.
      }
      if (!isOver && isLive) timer = setTimeout(() => void load(), refreshMs)
    }
    void load()
    return () => {
      isOver = true
      if (timer !== null) clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `loads` counts the requests to read it again
  }, [api, runId, baselineRunId, isRunning, isBlind, loads])
  return { result, isBlind, reload: () => setLoads(loads + 1) }
}
