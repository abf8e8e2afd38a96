import { useState } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { Icon } from '../../ui/controls/icon'
import { ModelSettings, modelSettingsWords, type ModelSettingsProps } from './model-settings'
import { classNames } from '../../ui/class-names'
import styles from './model-settings-button.module.css'

interface ModelSettingsButtonProps extends ModelSettingsProps {
  /** The accessible name, also used as the dialog's title. */
  label?: string
  /** The model that the settings apply to. */
  modelName: string
}

/** Opens the settings of a model, and shows whether any are set. */
export function ModelSettingsButton(props: ModelSettingsButtonProps) {
  const { label = t('models.settings.label'), modelName, ...settings } = props
  const [isOpen, setIsOpen] = useState(false)
  const words = modelSettingsWords(settings)
  return (
    <>
      <Button
        variant="quiet"
        className={classNames(styles.modelSettingsButton, words !== null && styles.modelSettingsSet)}
        data-slot="model-settings-button"
        aria-label={label}
        aria-haspopup="dialog"
        title={words === null ? label : `${label}: ${words}`}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="sliders" />
      </Button>
      {isOpen && (
        <Dialog title={`${label} · ${modelName}`} width="narrow" onClose={() => setIsOpen(false)}>
          <ModelSettings {...settings} />
        </Dialog>
      )}
    </>
  )
}
