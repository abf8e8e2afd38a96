import type { AgentInfo } from '../../../shared/agents/agents'
import { t } from '../../language/t'

/** What full access cannot do for this agent because Parley runs as root; null if nothing. */
export function rootLimit({ name, asRoot }: Pick<AgentInfo, 'name' | 'asRoot'>): string | null {
  return asRoot === null ? null : t(`agents.guard.asRoot.${asRoot}`, { agent: name })
}
