import { useEffect, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { SpendingGroup, SpendingReport } from '../../../shared/spending/spending'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'
import type { DayRange } from './spending-periods'

/** A report with what it was asked for. */
export interface LoadedReport {
  range: DayRange
  by: SpendingGroup
  report: SpendingReport
}

interface ReportState {
  /** The last one that was loaded; null before the first. */
  loaded: LoadedReport | null
  error: ErrorData | null
}

/** What was spent in these days. Each saved answer changes a chat or comparison, which reloads the report. */
export function useReport({ from, to }: DayRange, by: SpendingGroup): ReportState {
  const { environment, sessionList } = useApp()
  const { api } = environment
  const [state, setState] = useState<ReportState>({ loaded: null, error: null })
  useEffect(() => {
    let isOver = false
    let isLoading = false
    let isStale = false
    const load = async (): Promise<void> => {
      isStale = isLoading
      if (isLoading) return
      isLoading = true
      try {
        const report = await api.invoke('usage.report', { from, to, by })
        if (!isOver) setState({ loaded: { range: { from, to }, by, report }, error: null })
      } catch (error) {
        if (!isOver) setState((before) => ({ ...before, error: errorDataOf(error) }))
      }
      isLoading = false
      if (isStale && !isOver) void load()
    }
    void load()
    const stop = sessionList.store.subscribe(() => void load())
    return () => {
      isOver = true
      stop()
    }
  }, [api, sessionList, from, to, by])
  return state
}
