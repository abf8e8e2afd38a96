import { useEffect, useState } from 'react'

import type { PaneId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer, type Conversation, type Growth } from '../../../state/conversations/conversation'
import { throttle } from '../../../browser/throttle'
import { useApp } from '../../../state/app/use-app'
import { paneLetter } from '../panes/identity/pane-letter'
import { paneMetrics, paneStatus, type PaneMetrics, type PaneStatus } from '../panes/pane-metrics'

const stepMs = 200

export interface ProgressEntry {
  paneId: PaneId
  letter: string
  color: string
  model: string
  isMerge?: true
  status: PaneStatus
  metrics: PaneMetrics
  growth: Pick<Growth, 'points'> | null
}

/** The progress of all panes, updated a few times a second. */
export function useThrottledProgress(store: ComparisonStore, panes: readonly Pane[]): ProgressEntry[] {
  const { environment } = useApp()
  const [entries, setEntries] = useState(() => entriesOf(store, panes))
  useEffect(() => {
    const shown = throttle(environment, stepMs, () => setEntries(entriesOf(store, panes)))
    shown.runNow()
    const stops = panes.map((pane) => store.conversationOf(pane).store.subscribe(shown.request))
    return () => {
      shown.cancel()
      for (const stop of stops) stop()
    }
  }, [store, panes, environment])
  return entries
}

/** As stored with the shown answer, or as observed by this window. */
function growthOf(state: Conversation): Pick<Growth, 'points'> | null {
  const points = state.live === null ? lastAnswer(state)?.metrics?.growth : undefined
  return points === undefined ? state.growth : { points }
}

function entriesOf(store: ComparisonStore, panes: readonly Pane[]): ProgressEntry[] {
  return panes.map((pane) => {
    const state = store.conversationOf(pane).store.getState()
    return {
      paneId: pane.paneId,
      ...paneLetter(pane),
      model: pane.model,
      ...(pane.isMerge === true ? { isMerge: true } : {}),
      status: paneStatus(state),
      metrics: paneMetrics(state),
      growth: growthOf(state),
    }
  })
}
