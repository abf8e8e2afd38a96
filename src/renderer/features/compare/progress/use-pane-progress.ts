import { useEffect, useState } from 'react'

import type { PaneId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { Growth } from '../../../state/conversations/conversation'
import { paced } from '../../../browser/throttle'
import { useApp } from '../../../state/app/use-app'
import { paneFigures, paneStatus, type PaneFigures, type PaneStatus } from '../panes/pane-metrics'

const stepMs = 200

export interface RaceEntry {
  paneId: PaneId
  model: string
  status: PaneStatus
  figures: PaneFigures
  growth: Growth | null
}

/** The progress of all panes, updated a few times a second. */
export function useThrottledProgress(store: ComparisonStore, panes: readonly Pane[]): RaceEntry[] {
  const { environment } = useApp()
  const [entries, setEntries] = useState(() => entriesOf(store, panes))
  useEffect(() => {
    const shown = paced(environment, stepMs, () => setEntries(entriesOf(store, panes)))
    shown.runNow()
    const stops = panes.map((pane) => store.conversationOf(pane).store.subscribe(shown.request))
    return () => {
      shown.cancel()
      for (const stop of stops) stop()
    }
  }, [store, panes, environment])
  return entries
}

function entriesOf(store: ComparisonStore, panes: readonly Pane[]): RaceEntry[] {
  return panes.map((pane) => {
    const state = store.conversationOf(pane).store.getState()
    return {
      paneId: pane.paneId,
      model: pane.model,
      status: paneStatus(state),
      figures: paneFigures(state),
      growth: state.growth,
    }
  })
}
