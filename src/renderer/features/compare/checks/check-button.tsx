import { useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lazyComponent } from '../../../ui/lazy-component'
import { Button } from '../../../ui/controls/button'

const CheckDialog = lazyComponent(() => import('./check-dialog'), 'CheckDialog')

/** Opens the dialog that runs a command in the folders of all agents of the comparison. */
export function CheckButton({ store }: { store: ComparisonStore }) {
  const { agentChecks } = useApp()
  const panes = useStore(store.store, ({ comparison }) => comparison?.panes ?? null)
  const isRunning = useStore(agentChecks.store, ({ running }) => running[store.comparisonId] !== undefined)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t(isRunning ? 'agents.check.running' : 'agents.check.open')}
      </Button>
      {isOpen && panes !== null && (
        <CheckDialog store={store} panes={panes} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
