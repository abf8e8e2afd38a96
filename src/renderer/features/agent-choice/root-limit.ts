import type { AgentInfo } from '../../../shared/agents/agents'
import { t } from '../../language/t'

/** Explains the limit of full access for this agent because Parley runs as root; null if there is none. */
export function rootLimit({ name, asRoot }: Pick<AgentInfo, 'name' | 'asRoot'>): string | null {
  return asRoot === null ? null : t(`agents.guard.asRoot.${asRoot}`, { agent: name })
}
