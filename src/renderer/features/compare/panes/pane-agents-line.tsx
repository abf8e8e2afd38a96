import type { ErrorData } from '../../../../shared/errors'
import { agentOf } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import {
  agentsAmong,
  changedWork,
  folderRefusal,
  workOf,
  type AgentWork,
  type StoredWork,
} from '../../../state/agents/agent-work'
import type { AppState } from '../../../state/app/app-state'
import { AgentLine } from '../../agent-choice/agent-line'

interface PaneAgentsLineProps<Pane> {
  panes: readonly Pane[]
  onChange: (changed: { pane: Pane; work: AgentWork }[]) => void
}

/** How all agents of a comparison work, chosen once for all of them; nothing where none is among the panes. */
export function PaneAgentsLine<Pane extends StoredWork & { model: string }>(
  props: PaneAgentsLineProps<Pane>,
) {
  const panes = props.panes.filter(({ model }) => agentOf(model) !== null)
  if (panes.length === 0) return null
  return (
    <AgentLine
      agents={agentsAmong(panes.map(({ model }) => model))}
      works={panes.map(workOf)}
      where="pane"
      {...(props.panes.length === 1 ? {} : { label: t('agents.line.allPanes') })}
      onChange={(changed) =>
        props.onChange(panes.map((pane) => ({ pane, work: changedWork(workOf(pane), changed, 'pane') })))
      }
    />
  )
}

/** Why these panes cannot all be asked: the agent of one has no folder. */
export function firstLackingFolder(
  app: Pick<AppState, 'models'>,
  panes: readonly (StoredWork & { model: string })[],
): ErrorData | null {
  const { models } = app.models.getState()
  for (const { model, workspace } of panes) {
    const refusal = folderRefusal(models, model, workspace)
    if (refusal !== null) return refusal
  }
  return null
}
