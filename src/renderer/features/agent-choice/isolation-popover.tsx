import type { WorkspaceIsolation } from '../../../shared/agents/agents'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import type { ChipPopoverProps } from './recipients-line'
import { ChoiceMenu, type ExplainedChoice } from './choice-menu'
import { useFolderInspection } from './folder-choice'
import { classNames } from '../../ui/class-names'
import styles from './agent-popovers.module.css'

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
