import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { Comparison } from '../../shared/sessions'
import { paneLimits } from '../../shared/sessions'
import type { ComparisonStore } from '../state/comparison-store'
import { reportError } from '../state/report-error'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { ErrorBoundary } from '../ui/error-boundary'
import { errorText } from '../ui/error-steps'
import { Icon } from '../ui/icon'
import { TitleBar } from '../ui/title-bar'
import { CompareComposer } from './compare-composer'
import { Pane } from './pane'
import { PaneGrid } from './pane-grid'
import { Race } from './race'

/** A stored comparison: its panes side by side, the race under them, one composer for all. */
export function OpenCompare({ store, comparison }: { store: ComparisonStore; comparison: Comparison }) {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const error = useStore(store.store, (state) => state.error)
  useEffect(() => {
    document.title = `${comparison.title} · Parley`
    return () => {
      document.title = 'Parley'
    }
  }, [comparison.title])

  const { panes } = comparison
  const { what, rest } = error === null ? { what: '', rest: '' } : errorText(error)
  const addPane = () => {
    const used = new Set(panes.map((pane) => pane.model))
    const model = models.find(({ id }) => !used.has(id)) ?? models[0]
    if (model !== undefined) void store.addPane(model.id)
  }

  return (
    <>
      <TitleBar
        title={comparison.title}
        onRename={(title) => void store.rename(title)}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <Button disabled={panes.length >= paneLimits.max || models.length === 0} onClick={addPane}>
          <Icon name="plus" /> Add pane
        </Button>
      </TitleBar>
      {error !== null && (
        <div className="compare-error" role="alert">
          <span>
            {what} {rest}
          </span>
          <Button look="link" onClick={() => store.dismissError()}>
            Dismiss
          </Button>
        </div>
      )}
      <PaneGrid count={panes.length}>
        {panes.map((pane, position) => (
          <ErrorBoundary
            key={pane.paneId}
            place={`Pane ${position + 1}`}
            onError={(thrown, stack) => reportError(app.environment.api, 'render', thrown, stack)}
          >
            <Pane store={store} pane={pane} position={position} canRemove={panes.length > paneLimits.min} />
          </ErrorBoundary>
        ))}
      </PaneGrid>
      <Race store={store} panes={panes} />
      <CompareComposer store={store} panes={panes} />
    </>
  )
}
