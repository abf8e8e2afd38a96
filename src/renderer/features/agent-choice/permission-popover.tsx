import { useStore } from 'zustand'

import { agentPermissions } from '../../../shared/agents/agents'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { useApp } from '../../state/app/use-app'
import type { ChipPopoverProps } from './agent-line-props'
import { ChoiceMenu } from './choice-menu'
import { guardSentences } from './permission-guard-words'
import styles from './agent-popovers.module.css'

/** What an agent may do by itself, and who sees to it that it does no more. */
export default function PermissionPopover({ agents, works, anchor, onChange, onClose }: ChipPopoverProps) {
  const known = useStore(useApp().agents, (state) => state.agents)
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
