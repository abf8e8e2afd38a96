import { Dialog } from '../../ui/overlays/dialog'
import { ModelSettings, type ModelSettingsProps } from './model-settings'

interface ModelSettingsDialogProps extends ModelSettingsProps {
  title: string
  onClose: () => void
}

/** The settings of a model in a dialog. */
export function ModelSettingsDialog({ title, onClose, ...settings }: ModelSettingsDialogProps) {
  return (
    <Dialog title={title} width="narrow" onClose={onClose}>
      <ModelSettings {...settings} />
    </Dialog>
  )
}
