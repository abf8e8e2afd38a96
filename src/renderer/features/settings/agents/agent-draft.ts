import type { AgentInfo } from '../../../../shared/agents/agents'
import type { RouteInput } from '../../../../shared/rpc/contract'

/** The start settings of an agent, as edited. */
export interface AgentDraft {
  /** Empty to search for it. */
  program: string
  /** Empty for the agent's default. */
  address: string
  variables: readonly VariableDraft[]
}

/** An environment variable for an agent; the value of an existing one is unknown. */
export interface VariableDraft {
  name: string
  /** Empty keeps the stored value, if there is one. */
  value: string
  isStored: boolean
  isRemoved: boolean
}

export function draftOf({ isCustom, executable, baseUrl, environment }: AgentInfo): AgentDraft {
  return {
    program: isCustom ? (executable ?? '') : '',
    address: baseUrl ?? '',
    variables: environment.map((name) => ({ name, value: '', isStored: true, isRemoved: false })),
  }
}

/** The changes in `draft`; null when there are none. */
export function changeOf(agent: AgentInfo, draft: AgentDraft): RouteInput<'agents.save'> | null {
  const before = draftOf(agent)
  const [program, address] = [draft.program.trim(), draft.address.trim()]
  const environment = Object.fromEntries(
    draft.variables
      .filter(({ isStored, isRemoved, value }) => (isRemoved ? isStored : !isStored || value !== ''))
      .map(({ name, value, isRemoved }): [string, string | null] => [name.trim(), isRemoved ? null : value]),
  )
  const change = {
    ...(program === before.program ? {} : { executable: program === '' ? null : program }),
    ...(address === before.address ? {} : { baseUrl: address === '' ? null : address }),
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
  }
  return Object.keys(change).length === 0 ? null : { agentId: agent.id, ...change }
}

/** Whether a variable can have this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.trim())
}
