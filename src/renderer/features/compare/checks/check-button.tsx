import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'

import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'

const CheckDialog = lazy(() => import('./check-dialog'))

/** Opens the dialog that runs a command in the agents’ folders; nothing if no agent has a folder of its own. */
export function CheckButton({ store, panes }: { store: ComparisonStore; panes: readonly Pane[] }) {
  const { agentChanges, agentChecks } = useApp()
  const hasFolder = useStore(agentChanges.store, ({ diffs }) =>
    panes.some(({ sessionId }) => diffs[sessionId] != null),
  )
  const isRunning = useStore(agentChecks.store, ({ running }) => running[store.comparisonId] !== undefined)
  const [isOpen, setIsOpen] = useState(false)
  if (!hasFolder && !isRunning) return null
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t(isRunning ? 'agents.check.running' : 'agents.check.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CheckDialog store={store} panes={panes} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
