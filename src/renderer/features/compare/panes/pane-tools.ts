import { useStore } from 'zustand'

import { agentOf } from '../../../../shared/models/models'
import type { Project } from '../../../../shared/projects/projects'
import type { Pane } from '../../../../shared/sessions/sessions'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { NewPane } from '../../../state/comparisons/new-panes'
import type { ToolTarget } from '../../../state/tools/tools'

/** The tools of these panes, without those of agents. An error is shown by the comparison. */
export function paneTools(store: ComparisonStore, panes: readonly Pane[], isHidden: boolean): ToolTarget {
  const asked = panes.filter(({ model }) => agentOf(model) === null)
  const paneIds = asked.map(({ paneId }) => paneId)
  return {
    sessionId: asked[0]?.sessionId ?? null,
    choices: isHidden ? null : asked.map(({ tools }) => tools?.enabled ?? []),
    folders: asked.map(({ workspace }) => workspace ?? null),
    isFolderImported: asked.some((pane) => pane.isFolderImported === true),
    changeTools: async (change) => {
      await store.changeTools(paneIds, change)
      return null
    },
    changeFolder: async (folder) => {
      await store.setFolder(paneIds, folder)
      return null
    },
  }
}

/** The tools of panes that are not stored yet. `panes` are all of them, as shown. */
export function useNewPaneTools(
  panes: readonly NewPane[],
  project: Project | undefined,
): (of: readonly NewPane[]) => ToolTarget {
  const app = useApp()
  const defaultTools = useStore(app.settings.store, (state) => state.settings.defaultTools)
  const before = project?.tools ?? { enabled: defaultTools }
  return (of) => {
    const ids = new Set(of.map(({ id }) => id))
    const change = async (next: (pane: NewPane) => Partial<NewPane>) => {
      const { newPanes } = app.comparisons
      const current = newPanes.getState().panes ?? panes
      newPanes.setState({
        panes: current.map((pane) => (ids.has(pane.id) ? { ...pane, ...next(pane) } : pane)),
      })
      return null
    }
    return {
      sessionId: null,
      choices: of.map(({ tools }) => (tools ?? before).enabled),
      folders: of.map(({ workspace }) => workspace ?? null),
      changeTools: (next) => change(({ tools }) => ({ tools: { enabled: next((tools ?? before).enabled) } })),
      // A folder is only stored with the tools that use it.
      changeFolder: (workspace) => change(({ tools }) => ({ workspace, tools: tools ?? before })),
    }
  }
}
