import { useStore } from 'zustand'

import { canAnswer, type ModelsState } from '../../../state/models/models'
import { useApp } from '../../../state/app/use-app'

/** The content of a new chat. */
type StartScreen = 'loading' | 'first-run' | 'ready'

interface Known {
  list: { phase: 'idle' | 'loading' | 'ready' | 'failed'; count: number }
  models: Pick<ModelsState, 'models' | 'phase' | 'recent'>
}

/** How to get a model, until there is one and something was used; then the composer in the middle. */
export function startScreen({ list, models: { models, phase, recent } }: Known): StartScreen {
  if (list.phase === 'idle' || list.phase === 'loading') return 'loading'
  const isUnused = list.phase === 'ready' && list.count === 0 && recent.length === 0
  return isUnused || (!canAnswer(models) && phase !== 'loading') ? 'first-run' : 'ready'
}

/** Like `startScreen`, from the window's current state. */
export function useStartScreen(): StartScreen {
  const app = useApp()
  const models = useStore(app.models.store)
  const { phase, sessions, comparisons } = useStore(app.sessionList.store)
  return startScreen({ list: { phase, count: sessions.length + comparisons.length }, models })
}
