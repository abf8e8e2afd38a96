import { useStore } from 'zustand'

import { agentOf } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import type { AgentWork } from '../../../state/agents/agent-work'
import { useApp } from '../../../state/app/use-app'
import type { NewPane } from '../../../state/comparisons/new-panes'
import { factsFor, modelName } from '../../../state/models/models'
import { Dialog } from '../../../ui/overlays/dialog'
import { RecipientsLine } from '../../agent-choice/recipients-line'
import { ModelSettings, type ModelSettingsChange } from '../../model-settings/model-settings'
import { Hint } from '../../../ui/layout/layout'
import styles from './contestants.module.css'

interface ContestantSettingsProps {
  number: number
  contestant: NewPane
  onChange: (changed: ModelSettingsChange) => void
  /** Called with changed settings of an agent. */
  onWork: (work: Partial<AgentWork>) => void
  onClose: () => void
}

/** The settings of one model of a run, as those of a pane. */
export function ContestantSettings({
  number,
  contestant,
  onChange,
  onWork,
  onClose,
}: ContestantSettingsProps) {
  const { models } = useStore(useApp().models)
  const { model, params, systemPrompt } = contestant
  return (
    <Dialog
      title={t('sets.settingsOf', { number, name: modelName(models, model) })}
      width="narrow"
      onClose={onClose}
    >
      {agentOf(model) !== null && (
        <div className={styles.agent}>
          <RecipientsLine
            recipients={[contestant]}
            where="pane"
            onChange={(next) => onWork(next(contestant))}
          />
          <Hint tone="soft" className={styles.facts}>
            {t('sets.agentFolders')}
          </Hint>
        </div>
      )}
      <ModelSettings
        params={params}
        systemPrompt={systemPrompt}
        facts={factsFor(models, model)}
        onChange={onChange}
      />
    </Dialog>
  )
}
