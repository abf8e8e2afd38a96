import { useEffect, useLayoutEffect, useRef } from 'react'

import { useApp } from './use-app'
import type { Action } from '../actions/action-list'

/** Offers what `actions` gives whenever it is asked, as long as the component is shown: in the palette, and by keys. */
export function useViewActions(actions: () => readonly Action[]): void {
  const app = useApp()
  // No effect event: what is drawn may ask for these while it is drawn, and an effect event must not be called then.
  const current = useRef(actions)
  useLayoutEffect(() => {
    current.current = actions
  })
  useEffect(() => app.actions.add(() => current.current()), [app])
}
