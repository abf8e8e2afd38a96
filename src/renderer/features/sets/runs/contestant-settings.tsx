import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { NewPane } from '../../../state/comparisons/new-panes'
import { modelName } from '../../../state/models/models'
import { Dialog } from '../../../ui/overlays/dialog'
import { ModelSettings, type ModelSettingsChange } from '../../model-settings/model-settings'

interface ContestantSettingsProps {
  number: number
  contestant: NewPane
  onChange: (changed: ModelSettingsChange) => void
  onClose: () => void
}

/** The settings of one model of a run, as those of a pane. */
export function ContestantSettings({ number, contestant, onChange, onClose }: ContestantSettingsProps) {
  const { models } = useStore(useApp().models)
  const { model, params, systemPrompt } = contestant
  return (
    <Dialog
      title={t('sets.settingsOf', { number, name: modelName(models, model) })}
      width="narrow"
      onClose={onClose}
    >
      <ModelSettings
        params={params}
        systemPrompt={systemPrompt}
        facts={models.find(({ id }) => id === model)?.facts}
        onChange={onChange}
      />
    </Dialog>
  )
}
