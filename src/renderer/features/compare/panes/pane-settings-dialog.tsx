import { useStore } from 'zustand'

import { agentOf } from '../../../../shared/models/models'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { AgentWork, StoredWork } from '../../../state/agents/agent-work'
import { factsFor, modelName } from '../../../state/models/models'
import type { PaneSettings } from '../../../state/comparisons/new-panes'
import { useApp } from '../../../state/app/use-app'
import { Dialog } from '../../../ui/overlays/dialog'
import { RecipientsLine } from '../../agent-choice/recipients-line'
import { ModelSettings, type ModelSettingsChange } from '../../model-settings/model-settings'
import { Hint } from '../../../ui/layout/layout'
import styles from '../compare.module.css'

interface PaneSettingsDialogProps {
  titleOf: (modelName: string) => string
  model: string
  settings: PaneSettings & StoredWork & Pick<Partial<Pane>, 'isFolderImported'>
  /** About the folder of an agent. */
  hint?: string
  onChange: (changed: ModelSettingsChange) => void
  /** Called with changed settings of an agent. */
  onWork: (work: Partial<AgentWork>) => void
  onClose: () => void
}

/** The model settings of a pane or of a model of a run, and its agent's folder, permission and isolation. */
export function PaneSettingsDialog(props: PaneSettingsDialogProps) {
  const { titleOf, model, settings, hint, onChange, onWork, onClose } = props
  const { models } = useStore(useApp().models.store)
  const { params, systemPrompt } = settings
  return (
    <Dialog title={titleOf(modelName(models, model))} width="narrow" onClose={onClose}>
      {agentOf(model) !== null && (
        <div className={styles.paneSettingsAgent}>
          <RecipientsLine
            recipients={[{ ...settings, model }]}
            where="pane"
            onChange={(next) => onWork(next(settings))}
          />
          {hint !== undefined && <Hint tone="soft">{hint}</Hint>}
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
