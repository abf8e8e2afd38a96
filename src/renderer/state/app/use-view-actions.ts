import { useEffect, useLayoutEffect, useRef } from 'react'

import { useApp } from './use-app'
import type { Action } from '../actions/action-list'

/** Offers `actions`, evaluated on each access, in the palette and as shortcuts while the component is mounted. */
export function useViewActions(actions: () => readonly Action[]): void {
  const app = useApp()
  // Not an effect event, because components may read these while rendering, when an effect event must not be called.
  const current = useRef(actions)
  useLayoutEffect(() => {
    current.current = actions
  })
  useEffect(() => app.actions.add(() => current.current()), [app])
}
