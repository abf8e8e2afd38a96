import { useEffect, useState } from 'react'

import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { paced } from '../../../browser/throttle'
import { useApp } from '../../../state/app/use-app'
import { paneFigures, type PaneFigures } from './pane-metrics'

/** Metrics that change faster than this are unreadable. */
const stepMs = 200

/** The live metrics of a pane, throttled to a readable pace. */
export function useSteadyFigures(conversation: ConversationStore): PaneFigures {
  const { environment } = useApp()
  const [figures, setFigures] = useState(() => paneFigures(conversation.store.getState()))
  useEffect(() => {
    const shown = paced(environment, stepMs, () => setFigures(paneFigures(conversation.store.getState())))
    shown.runNow()
    const stopListening = conversation.store.subscribe((state, before) => {
      if (!state.isRunning && before.isRunning) shown.runNow()
      else shown.request()
    })
    return () => {
      shown.cancel()
      stopListening()
    }
  }, [conversation, environment])
  return figures
}
