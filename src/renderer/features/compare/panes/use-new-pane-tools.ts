import { useStore } from 'zustand'

import type { Project } from '../../../../shared/projects/projects'
import type { NewPane } from '../../../state/comparisons/new-panes'
import { useApp } from '../../../state/app/use-app'
import type { ToolTarget } from '../../../state/tools/tool-target'

/** The tools of panes that are not stored yet. `panes` are all of them, as shown. */
export function useNewPaneTools(
  panes: readonly NewPane[],
  project: Project | undefined,
): (of: readonly NewPane[]) => ToolTarget {
  const app = useApp()
  const defaultTools = useStore(app.settings, (state) => state.settings.defaultTools)
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
