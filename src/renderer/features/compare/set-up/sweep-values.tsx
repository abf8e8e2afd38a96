import { useId } from 'react'

import { assertNever } from '../../../../shared/invariant'
import { paneLimits, reasoningEfforts } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import type { SweepInput } from '../../../state/comparisons/sweep'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './set-up.module.css'

interface SweepValuesProps {
  input: SweepInput
  onChange: (changed: Partial<SweepInput>) => void
}

/** The values of the setting that varies. */
export function SweepValues({ input, onChange }: SweepValuesProps) {
  switch (input.kind) {
    case 'temperature':
      return <Temperatures input={input} onChange={onChange} />
    case 'reasoningEffort':
      return <Efforts input={input} onChange={onChange} />
    case 'systemPrompt':
      return <SystemPrompts input={input} onChange={onChange} />
    default:
      return assertNever(input.kind)
  }
}

function Temperatures({ input, onChange }: SweepValuesProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{t('compare.sweep.temperatures')}</label>
      <input
        id={id}
        className={textFieldStyles.textField}
        data-slot="text-field"
        data-first-focus
        autoComplete="off"
        maxLength={200}
        value={input.temperatures}
        onChange={(event) => onChange({ temperatures: event.target.value })}
      />
    </div>
  )
}

function Efforts({ input: { efforts }, onChange }: SweepValuesProps) {
  return (
    <fieldset className={styles.efforts}>
      <legend>{t('models.param.reasoningEffort')}</legend>
      {reasoningEfforts.map((effort) => (
        <label key={effort}>
          <input
            type="checkbox"
            checked={efforts.includes(effort)}
            onChange={({ target }) =>
              onChange({
                efforts: target.checked ? [...efforts, effort] : efforts.filter((one) => one !== effort),
              })
            }
          />{' '}
          {t(`models.effort.${effort}`)}
        </label>
      ))}
    </fieldset>
  )
}

function SystemPrompts({ input: { prompts }, onChange }: SweepValuesProps) {
  return (
    <div className={styles.prompts}>
      {prompts.map((prompt, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two prompts may be equal while they are written
        <div key={index} className={styles.prompt}>
          <textarea
            className={textFieldStyles.textField}
            data-slot="text-field"
            rows={2}
            maxLength={200_000}
            aria-label={t('compare.sweep.prompt', { number: index + 1 })}
            placeholder={t('compare.sweep.noPrompt')}
            value={prompt}
            onChange={(event) => onChange({ prompts: prompts.with(index, event.target.value) })}
          />
          <Button
            variant="quiet"
            aria-label={t('compare.sweep.removePrompt', { number: index + 1 })}
            aria-disabled={prompts.length <= paneLimits.min}
            onClick={() => {
              if (prompts.length > paneLimits.min) onChange({ prompts: prompts.toSpliced(index, 1) })
            }}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
      <Button
        aria-disabled={prompts.length >= paneLimits.max}
        onClick={() => {
          if (prompts.length < paneLimits.max) onChange({ prompts: [...prompts, ''] })
        }}
      >
        <Icon name="plus" /> {t('compare.sweep.addPrompt')}
      </Button>
    </div>
  )
}
