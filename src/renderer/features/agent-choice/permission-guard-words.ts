import type { AgentInfo, AgentPermission, PermissionGuard } from '../../../shared/agents/agents'
import { t } from '../../language/t'

/** What a permission really guards, for these agents: in one sentence, or where they differ in one for each sort. */
export function guardSentences(agents: readonly AgentInfo[], permission: AgentPermission): string[] {
  const names = new Map<PermissionGuard, string[]>()
  for (const { guards, name } of agents) {
    const guard = guards[permission]
    names.set(guard, [...(names.get(guard) ?? []), name])
  }
  const guarded = [...names].map(([guard, those]) => {
    const words = t(`agents.guard.${permission}.${guard}`)
    return names.size === 1 ? words : t('agents.guard.named', { agents: those.join(', '), words })
  })
  return permission === 'unlimited' ? guarded : [...guarded, ...besidesGuards(agents)]
}

/** What holds whatever an agent is allowed: the settings that a folder brings along. */
function besidesGuards(agents: readonly AgentInfo[]): string[] {
  return agents
    .filter(({ folderSettings }) => folderSettings.length > 0)
    .map(({ name, folderSettings }) => {
      const words = t('agents.guard.folderSettings', { files: folderSettings.join(', ') })
      return agents.length === 1 ? words : t('agents.guard.named', { agents: name, words })
    })
}
