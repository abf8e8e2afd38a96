import { useStore } from 'zustand'

import { t } from '../language/t'
import { modelName } from '../state/models'
import type { PaneSettings } from '../state/new-panes'
import { useApp } from '../state/use-app'
import { Dialog } from '../ui/dialog'
import { ModelSettings, type ModelSettingsChange } from '../ui/model-settings/model-settings'

interface PaneSettingsDialogProps {
  position: number
  model: string | null
  settings: PaneSettings
  onChange: (changed: ModelSettingsChange) => void
  onClose: () => void
}

/** How one pane asks its model. */
export function PaneSettingsDialog({
  position,
  model,
  settings,
  onChange,
  onClose,
}: PaneSettingsDialogProps) {
  const { models } = useStore(useApp().models)
  const facts = models.find(({ id }) => id === model)?.facts
  return (
    <Dialog
      title={t('compare.pane.settings', { number: position + 1, model: modelName(models, model) })}
      width="narrow"
      onClose={onClose}
    >
      <ModelSettings {...settings} facts={facts} onChange={onChange} />
    </Dialog>
  )
}
