import { useCallback, useState } from 'react'
import { useStore } from 'zustand'

import type { PaneId } from '../../../shared/ids'
import type { Pane } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { useApp } from '../../state/app/use-app'
import { paneLetter } from './panes/identity/pane-name'
import { usePaneActions } from './panes/use-pane-actions'

interface ShownPaneOptions {
  /** The key of what follows the panes; null while nothing does. */
  extraKey: string | null
  /** Ends showing one at a time; null where that is not the arrangement. */
  onShowAll: (() => void) | null
}

/**
 * The pane that is enlarged when only one can be, and whether the user chose it. When that is closed, the one before it
 * is enlarged again.
 */
export function useShownPane(
  store: ComparisonStore,
  panes: readonly Pane[],
  { extraKey, onShowAll }: ShownPaneOptions,
) {
  const app = useApp()
  /** The keys that were shown, the last one at the end. */
  const [keys, setKeys] = useState<readonly string[]>([])
  const show = useCallback((wanted: string) => {
    setKeys((known) => [...known.filter((some) => some !== wanted), wanted])
  }, [])
  const isThere = (known: string) => known === extraKey || panes.some(({ paneId }) => paneId === known)
  const key = keys.findLast(isThere) ?? null
  const [isMaximised, setMaximised] = useState(false)
  const [said, setSaid] = useState('')

  // A pane in the address, or a new one, is what the user wants to see.
  const view = useStore(app.navigation, (state) => state.view)
  const named = view.kind === 'compare' ? view.pane?.sessionId : undefined
  const [before, setBefore] = useState({ named: undefined as typeof named, panes })
  if (before.named !== named || before.panes !== panes) {
    setBefore({ named, panes })
    const isKnown = (pane: Pane) => before.panes.some((known) => known.paneId === pane.paneId)
    const added = before.panes === panes ? undefined : panes.find((pane) => !isKnown(pane))
    const wanted = before.named === named ? added : (panes.find((pane) => pane.sessionId === named) ?? added)
    if (wanted !== undefined) show(wanted.paneId)
  }

  const restore = useCallback(() => {
    setMaximised(false)
    setSaid(t('compare.said.allShown'))
  }, [])
  /** Enlarges this pane, or shows all again. */
  const toggle = useCallback(
    (id: PaneId) => {
      if (isMaximised || onShowAll !== null) {
        onShowAll?.()
        restore()
        return
      }
      show(id)
      setMaximised(true)
      const pane = panes.find(({ paneId: known }) => known === id)
      if (pane !== undefined) setSaid(t('compare.said.shownAlone', { letter: paneLetter(pane).letter }))
    },
    [isMaximised, onShowAll, panes, restore, show],
  )
  usePaneActions({
    letters: panes.map((pane) => paneLetter(pane).letter),
    onGoTo: (position) => {
      const pane = panes[position]
      if (pane !== undefined) show(pane.paneId)
      const slots = document.querySelectorAll('[data-slot="pane-slot"]')
      const slot = slots[position]
      const page = slot?.querySelector<HTMLElement>('[data-slot="pane-page"][data-shown="true"]')
      const part = page ?? slot?.querySelector('textarea')
      part?.focus()
    },
    onMove: (position, by) => {
      const pane = panes[position]
      const to = position + by
      if (pane === undefined || to < 0 || to >= panes.length) return
      void store.movePane(pane.paneId, to)
      setSaid(t('compare.said.moved', { number: to + 1, panes: panes.length }))
    },
    onMaximise: (position) => {
      const pane = panes[position]
      if (pane !== undefined) toggle(pane.paneId)
    },
  })
  return { key, isMaximised, said, show, toggle, restore }
}
