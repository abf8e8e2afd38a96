import { useState } from 'react'

import { t } from '../../language/t'
import { IconButton } from '../../ui/controls/button'
import { lazyComponent } from '../../ui/lazy-component'
import type { ModelSettingsProps } from './model-settings'
import { setParamWords } from './param-text'
import { classNames } from '../../ui/class-names'
import styles from './model-settings-button.module.css'

/** The fields behind the button. */
export const LazyModelSettings = lazyComponent(() => import('./model-settings-dialog'), 'ModelSettingsDialog')

interface ModelSettingsButtonProps extends ModelSettingsProps {
  /** The accessible name, also used as the dialog's title. */
  label?: string
  /** The model that the settings apply to. */
  modelName: string
}

/** Opens the settings of a model, and shows whether any are set. */
export function ModelSettingsButton(props: ModelSettingsButtonProps) {
  const { label = t('actions.titles.modelSettings'), modelName, ...settings } = props
  const [isOpen, setIsOpen] = useState(false)
  const words = modelSettingsWords(settings)
  return (
    <>
      <IconButton
        icon="sliders"
        label={label}
        className={classNames(styles.modelSettingsButton, words !== null && styles.modelSettingsSet)}
        data-slot="model-settings-button"
        aria-haspopup="dialog"
        title={words === null ? label : `${label}: ${words}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <LazyModelSettings {...settings} title={`${label} · ${modelName}`} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

/** The settings in effect, for a tooltip: `system prompt, temperature 0.2`; null if there are none. */
function modelSettingsWords(settings: Pick<ModelSettingsProps, 'params' | 'systemPrompt'>): string | null {
  const words = [
    ...(settings.systemPrompt === null ? [] : [t('models.settings.promptWord')]),
    ...setParamWords(settings.params),
  ]
  return words.length === 0 ? null : words.join(', ')
}
