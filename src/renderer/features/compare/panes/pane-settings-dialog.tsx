import { useStore } from 'zustand'

import { agentOf } from '../../../../shared/models/models'
import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import type { AgentWork, StoredWork } from '../../../state/agents/agent-work'
import { factsFor, modelName } from '../../../state/models/models'
import type { PaneSettings } from '../../../state/comparisons/new-panes'
import { useApp } from '../../../state/app/use-app'
import { Dialog } from '../../../ui/overlays/dialog'
import { RecipientsLine } from '../../agent-choice/recipients-line'
import { ModelSettings, type ModelSettingsChange } from '../../model-settings/model-settings'
import styles from '../compare.module.css'

interface PaneSettingsDialogProps {
  letter: string
  model: string
  settings: PaneSettings & StoredWork & Pick<Partial<Pane>, 'isFolderImported'>
  onChange: (changed: ModelSettingsChange) => void
  /** Called with changed settings of an agent. */
  onWork: (work: Partial<AgentWork>) => void
  onClose: () => void
}

/** A pane's model settings and its agent's folder, permission and isolation. */
export function PaneSettingsDialog(props: PaneSettingsDialogProps) {
  const { letter, model, settings, onChange, onWork, onClose } = props
  const { models } = useStore(useApp().models.store)
  const { params, systemPrompt } = settings
  return (
    <Dialog
      title={t('compare.pane.settings', { letter, model: modelName(models, model) })}
      width="narrow"
      onClose={onClose}
    >
      {agentOf(model) !== null && (
        <div className={styles.paneSettingsAgent}>
          <RecipientsLine
            recipients={[{ ...settings, model }]}
            where="pane"
            onChange={(next) => onWork(next(settings))}
          />
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
