import { useStore } from 'zustand'

import {
  agentPermissions,
  type AgentInfo,
  type AgentPermission,
  type PermissionGuard,
} from '../../../shared/agents/agents'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { rootLimit } from './root-limit'
import { useApp } from '../../state/app/use-app'
import type { ChipPopoverProps } from './recipients-line'
import { ChoiceMenu } from './choice-menu'
import styles from './agent-popovers.module.css'

/** Chooses what an agent may do without asking, and shows what enforces that. */
export function PermissionPopover({ agents, works, anchor, onChange, onClose }: ChipPopoverProps) {
  const known = useStore(useApp().agents.store, (state) => state.agents)
  const asked = known.filter(({ id }) => agents.includes(id))
  return (
    <ChoiceMenu
      anchor={anchor}
      label={t('agents.permission.title')}
      value={inCommon(works.map(({ permission }) => permission))}
      choices={agentPermissions.map((permission) => ({
        value: permission,
        name: t(`agents.permission.${permission}`),
        words: (
          <>
            <span className={permission === 'unlimited' ? styles.choiceWarning : undefined}>
              {t(`agents.permission.${permission}Explained`)}
            </span>
            {guardSentences(asked, permission).map((sentence) => (
              <span key={sentence} className={styles.choiceGuard}>
                {sentence}
              </span>
            ))}
          </>
        ),
      }))}
      onChoose={(permission) => onChange({ permission })}
      onClose={onClose}
    />
  )
}

/** A sentence about what enforces a permission for these agents, or one for each group if they differ. */
export function guardSentences(agents: readonly AgentInfo[], permission: AgentPermission): string[] {
  const names = new Map<PermissionGuard, string[]>()
  const limited = permission === 'unlimited' ? agents.filter(({ asRoot }) => asRoot !== null) : []
  for (const { guards, name } of agents.filter((agent) => !limited.includes(agent))) {
    const guard = guards[permission]
    names.set(guard, [...(names.get(guard) ?? []), name])
  }
  const guarded = [...names].map(([guard, those]) => {
    const words = t(`agents.guard.${permission}.${guard}`)
    return names.size === 1 && limited.length === 0
      ? words
      : t('agents.guard.named', { agents: those.join(', '), words })
  })
  if (permission === 'unlimited') return [...guarded, ...limited.flatMap((agent) => rootLimit(agent) ?? [])]
  return [...guarded, ...folderSettingsWarnings(agents)]
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
