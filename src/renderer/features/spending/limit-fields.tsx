import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'

import { maxLimitUsd, type SpendingLimits } from '../../../shared/spending/spending'
import { formatLocale, t } from '../../language/t'
import { typedNumber } from '../../language/typed-number'
import { useApp } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { SettingRow } from '../../ui/fields/setting-row'
import { Hint, Row } from '../../ui/layout/layout'
import settingRowStyles from '../../ui/fields/setting-row.module.css'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import styles from './spending.module.css'

const rows = [
  { period: 'day', warning: 'dayWarningUsd', limit: 'dayLimitUsd' },
  { period: 'month', warning: 'monthWarningUsd', limit: 'monthLimitUsd' },
] as const

/** What may be spent per day and per month before Parley warns or stops. */
export function LimitFields() {
  const { settings, change } = useStore(useApp().settings)
  const field = (name: keyof SpendingLimits, words: string, label: string) => (
    <Row as="label" gap={1.5} tone="soft" size="s">
      <span aria-hidden="true">{words}</span>
      <DollarField label={label} value={settings[name]} onChange={(usd) => void change({ [name]: usd })} />
    </Row>
  )
  return (
    <section aria-labelledby="spending-limits">
      <h3 id="spending-limits" className={styles.heading}>
        {t('spending.limits.title')}
      </h3>
      {rows.map(({ period, warning, limit }) => (
        <SettingRow
          key={period}
          label={t(`spending.limits.${period}.label`)}
          hint={t(`spending.limits.${period}.hint`)}
        >
          {field(warning, t('spending.limits.warnAt'), t(`spending.limits.${period}.warnAt`))}
          {field(limit, t('spending.limits.stopAt'), t(`spending.limits.${period}.stopAt`))}
        </SettingRow>
      ))}
      <Hint tone="soft" className={styles.basis}>
        {t('spending.limits.basis')}
      </Hint>
    </section>
  )
}

/** A sum in US dollars, or none; applied when the field loses focus or its dialog closes. */
function DollarField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null
  onChange: (value: number | null) => void
}) {
  const [text, setText] = useState<string | null>(null)
  const keep = () => {
    if (text === null) return
    setText(null)
    const usd = text.trim() === '' ? null : typedNumber(text.replace(/[$\s]/g, ''))
    if (usd !== null && !(usd >= 0)) return
    const kept = usd === null ? null : Math.min(maxLimitUsd, Math.round(usd * 100) / 100)
    if (kept !== value) onChange(kept)
  }
  const keepAtLast = useEffectEvent(keep)
  useEffect(() => () => keepAtLast(), [])
  return (
    <input
      dir="ltr"
      className={classNames(textFieldStyles.textField, settingRowStyles.numberField)}
      data-slot="text-field"
      inputMode="decimal"
      aria-label={label}
      placeholder={t('spending.limits.none')}
      value={text ?? value?.toLocaleString(formatLocale(), { useGrouping: false }) ?? ''}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}
