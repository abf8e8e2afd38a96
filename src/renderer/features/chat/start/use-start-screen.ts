import { useStore } from 'zustand'

import { canAnswer } from '../../../state/models/models'
import { useApp } from '../../../state/app/use-app'

/**
 * What a new chat shows: how to get a model, until there is one and something was used, and then the composer in the
 * middle.
 */
export function useStartScreen(): 'loading' | 'first-run' | 'ready' {
  const app = useApp()
  const { models, phase, recent } = useStore(app.models)
  const list = useStore(app.sessionList.store)
  if (list.phase === 'idle' || list.phase === 'loading') return 'loading'
  const isUnused =
    list.phase === 'ready' && list.sessions.length + list.comparisons.length === 0 && recent.length === 0
  return isUnused || (!canAnswer(models) && phase !== 'loading') ? 'first-run' : 'ready'
}
