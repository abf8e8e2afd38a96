import { useId, useState } from 'react'

import { type ModelPrice, modelPreferenceLimits, type OwnPrice } from '../../../shared/models/models'
import { t } from '../../language/t'
import { formatLocale } from '../../language/t'
import { typedNumber } from '../../language/typed-number'
import { SettingsError } from '../../ui/fields/setting-row'
import { Stack } from '../../ui/layout/layout'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import styles from './model-editor.module.css'

const sides = ['input', 'output'] as const

interface PriceFieldsProps {
  /** The price that the user has set. */
  price: OwnPrice | undefined
  /** What the provider or the price list says. */
  listed: ModelPrice | undefined
  /** Null removes the price. */
  onChange: (price: OwnPrice | null) => void
}

/** What a model costs, if the user knows better than its provider and the price list. Both fields or none. */
export function PriceFields({ price, listed, onChange }: PriceFieldsProps) {
  const [texts, setTexts] = useState({ input: textOf(price?.input), output: textOf(price?.output) })
  const id = useId()
  const read = readPrice(texts)
  const change = (side: (typeof sides)[number], text: string) => {
    const next = { ...texts, [side]: text }
    setTexts(next)
    const { value } = readPrice(next)
    if (value !== undefined) onChange(value)
  }
  return (
    <fieldset className={styles.price} aria-describedby={`${id}-hint`}>
      <legend>{t('models.editor.price')}</legend>
      {sides.map((side) => (
        <Stack gap={1} key={side}>
          <label htmlFor={`${id}-${side}`}>{t(`models.editor.prices.${side}`)}</label>
          <input
            id={`${id}-${side}`}
            dir="ltr"
            className={textFieldStyles.textField}
            data-slot="text-field"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            aria-invalid={read.error !== null}
            placeholder={textOf(listed?.[side]) || t('models.editor.priceUnknown')}
            value={texts[side]}
            onChange={(event) => change(side, event.target.value)}
          />
        </Stack>
      ))}
      {read.error === null ? (
        <span id={`${id}-hint`} className={styles.id}>
          {t('models.editor.priceHint')}
        </span>
      ) : (
        <SettingsError id={`${id}-hint`}>{t(`models.editor.priceWrong.${read.error}`)}</SettingsError>
      )}
    </fieldset>
  )
}

/** `value` is undefined while the fields are no price. */
function readPrice(texts: Record<(typeof sides)[number], string>): {
  value: OwnPrice | null | undefined
  error: 'half' | 'number' | null
} {
  const [input = null, output = null] = sides.map((side) =>
    texts[side].trim() === '' ? null : typedNumber(texts[side].replace(/[$\s]/g, '')),
  )
  if (input === null && output === null) return { value: null, error: null }
  const isWrong = [input, output].some(
    (usd) => usd !== null && !(usd >= 0 && usd <= modelPreferenceLimits.price),
  )
  if (isWrong) return { value: undefined, error: 'number' }
  if (input === null || output === null) return { value: undefined, error: 'half' }
  return { value: { input, output }, error: null }
}

function textOf(usd: number | undefined): string {
  return usd?.toLocaleString(formatLocale(), { useGrouping: false, maximumFractionDigits: 6 }) ?? ''
}
