import type { AgentInfo, AgentPermission, PermissionGuard } from '../../../shared/agents/agents'
import { t } from '../../language/t'

/** What enforces a permission for these agents: one sentence, or one for each group if they differ. */
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
  return permission === 'unlimited' ? guarded : [...guarded, ...folderSettingsWarnings(agents)]
}

/** A warning that applies regardless of the permission: settings that a folder contains. */
function folderSettingsWarnings(agents: readonly AgentInfo[]): string[] {
  return agents
    .filter(({ folderSettings }) => folderSettings.length > 0)
    .map(({ name, folderSettings }) => {
      const words = t('agents.guard.folderSettings', { files: folderSettings.join(', ') })
      return agents.length === 1 ? words : t('agents.guard.named', { agents: name, words })
    })
}
