import type { AgentInfo } from '../../../../shared/agents/agents'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { changedValues, type NamedValue, storedValues } from '../named-values/named-value'

/** The start settings of an agent, as edited. */
export interface AgentDraft {
  /** Empty to search for it. */
  program: string
  /** Empty for the agent's default. */
  address: string
  variables: readonly NamedValue[]
}

export function draftOf({ isCustom, executable, baseUrl, environment }: AgentInfo): AgentDraft {
  return {
    program: isCustom ? (executable ?? '') : '',
    address: baseUrl ?? '',
    variables: storedValues(environment),
  }
}

/** The changes in `draft`; null when there are none. */
export function changeOf(agent: AgentInfo, draft: AgentDraft): RouteInput<'agents.save'> | null {
  const before = draftOf(agent)
  const [program, address] = [draft.program.trim(), draft.address.trim()]
  const environment = changedValues(draft.variables)
  const change = {
    ...(program === before.program ? {} : { executable: program === '' ? null : program }),
    ...(address === before.address ? {} : { baseUrl: address === '' ? null : address }),
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
  }
  return Object.keys(change).length === 0 ? null : { agentId: agent.id, ...change }
}
