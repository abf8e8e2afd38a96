import { agentOf } from '../../../../shared/models/models'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { ToolTarget } from '../../../state/tools/tool-target'

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
