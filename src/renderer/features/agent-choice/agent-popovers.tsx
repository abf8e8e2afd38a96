import { useRef } from 'react'
import { useStore } from 'zustand'

import { visibleText } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { Popup } from '../../ui/overlays/popup'
import type { ChipPopoverProps } from './recipients-line'
import { FolderChoice, useFolderInspection } from './folder-choice'
import { Stack } from '../../ui/layout/layout'
import {
  type WorkspaceIsolation,
  agentPermissions,
  type AgentInfo,
  type AgentPermission,
  type PermissionGuard,
} from '../../../shared/agents/agents'
import { ChoiceMenu, type ExplainedChoice } from './choice-menu'
import { classNames } from '../../ui/class-names'
import { rootLimit } from './root-limit'
import { useApp } from '../../state/app/use-app'
import styles from './agent-popovers.module.css'

/** Chooses an agent's folder. */
export function FolderPopover(props: ChipPopoverProps) {
  const { works, isFolderImported, anchor, onChange, onClose } = props
  const field = useRef<HTMLInputElement>(null)
  const folder = inCommon(works.map(({ workspace }) => workspace))
  const take = (workspace: string) => {
    anchor.current?.focus()
    onClose()
    onChange({ workspace })
  }
  return (
    <Popup
      anchor={anchor}
      className={styles.chipPopover}
      label={t('agents.folder.title')}
      firstFocus={field}
      onClose={onClose}
    >
      {isFolderImported && (
        <Stack gap={0} align="start" grow={false} size="s" className={styles.importedFolder}>
          <p className={styles.importedWords}>{t('agents.folder.imported')}</p>
          {folder !== null && (
            <p className={styles.importedPath}>
              <bdi dir="ltr">{visibleText(folder)}</bdi>
            </p>
          )}
        </Stack>
      )}
      <FolderChoice folder={folder} field={field} tellsRepository onTake={take} />
    </Popup>
  )
}

/** Chooses where an agent works: in the user's own folder, or in one created for it. */
export function IsolationPopover({ works, where, anchor, onChange, onClose }: ChipPopoverProps) {
  const folder = inCommon(works.map(({ workspace }) => workspace))
  const look = useFolderInspection(folder ?? '')
  const facts = look.state === 'known' ? look.facts : null
  const mayWrite = works.some(({ permission }) => permission !== 'read-only')
  const offersSame = where === 'chat' || !mayWrite
  const choices: ExplainedChoice<WorkspaceIsolation>[] = [
    {
      value: 'worktree',
      name: t('agents.isolation.worktree'),
      refusal:
        facts !== null && facts.isFolder && !facts.isRepository
          ? t('agents.isolation.needsRepository')
          : null,
      words: (
        <>
          {t('agents.isolation.worktreeExplained')}
          {facts?.hasChanges === true && (
            <span className={classNames(styles.choiceGuard, styles.choiceWarning)}>
              {t('agents.isolation.withoutChanges')}
            </span>
          )}
        </>
      ),
    },
    { value: 'copy', name: t('agents.isolation.copy'), words: t('agents.isolation.copyExplained') },
  ]
  const same: ExplainedChoice<WorkspaceIsolation> = {
    value: 'same',
    name: t('agents.isolation.same'),
    words: t('agents.isolation.sameExplained'),
  }
  return (
    <ChoiceMenu
      anchor={anchor}
      label={t('agents.isolation.title')}
      value={inCommon(works.map(({ isolation }) => isolation))}
      choices={offersSame ? [same, ...choices] : choices}
      note={offersSame ? null : t('agents.isolation.paneNote')}
      onChoose={(isolation) => onChange({ isolation })}
      onClose={onClose}
    />
  )
}

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
