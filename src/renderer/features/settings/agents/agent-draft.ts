import type { AgentInfo } from '../../../../shared/agents/agents'
import type { RouteInput } from '../../../../shared/rpc/contract'

/** How an agent is to be started, as it is being written. */
export interface AgentDraft {
  /** Empty is found by itself. */
  program: string
  /** Empty is its own. */
  address: string
  variables: readonly VariableDraft[]
}

/** A variable that is given to an agent: of one that is there what it holds is not known. */
export interface VariableDraft {
  name: string
  /** Empty keeps what is stored, where something is. */
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

/** What `draft` changes; null where it changes nothing. */
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

/** Whether a variable can be called so. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.trim())
}
