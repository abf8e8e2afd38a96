import { agentOf } from '../../../shared/models/models'
import { t } from '../../language/t'
import {
  agentsAmong,
  changedWork,
  workOf,
  type AgentPlace,
  type AgentWork,
  type Recipient,
  type StoredWork,
} from '../../state/agents/agent-work'
import { AgentLine } from './agent-line'

interface RecipientsLineProps {
  recipients: readonly Recipient[]
  where: AgentPlace
  /** Applies `next` to the settings of each agent. */
  onChange: (next: (work: StoredWork) => AgentWork) => void
}

/** One set of agent settings for all agents among the recipients; nothing if there are none. */
export function RecipientsLine({ recipients, where, onChange }: RecipientsLineProps) {
  const agents = recipients.filter(({ model }) => model !== null && agentOf(model) !== null)
  if (agents.length === 0) return null
  return (
    <AgentLine
      agents={agentsAmong(agents.map(({ model }) => model))}
      works={agents.map(workOf)}
      where={where}
      label={recipients.length === 1 ? undefined : t('agents.line.allPanes')}
      onChange={(changed) => onChange((work) => changedWork(workOf(work), changed, where))}
    />
  )
}
