import type { ReactNode } from 'react'

import { classNames } from '../class-names'
import styles from './setting-row.module.css'
import { t } from '../../language/t'
import { Choice } from './choice'
import { Row, Stack } from '../layout/layout'

/** One setting: a label, a hint, and the control. */
export function SettingRow({
  label,
  hint = null,
  children,
}: {
  label: string
  hint?: ReactNode
  children: ReactNode
}) {
  return (
    <Row gap={4} pad={[2, 0]} line="below" className={styles.settingRow}>
      <Stack gap={0} grow className={styles.settingWords}>
        <span>{label}</span>
        {hint !== null && (
          <span className={styles.settingHint} data-slot="setting-hint">
            {hint}
          </span>
        )}
      </Stack>
      <Row justify="end" wrap grow={false} className={styles.settingControl}>
        {children}
      </Row>
    </Row>
  )
}

interface SettingsErrorProps {
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** Why something in a dialog failed. Screen readers announce it. */
export function SettingsError({ id, className, children }: SettingsErrorProps) {
  return (
    <p
      id={id}
      className={classNames(styles.settingsError, className)}
      data-slot="settings-error"
      role="alert"
    >
      {children}
    </p>
  )
}

interface OnOffRowProps {
  label: string
  hint: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** An on/off setting. */
export function SwitchRow({ label, hint, isOn, onChange }: OnOffRowProps) {
  return (
    <SettingRow label={label} hint={hint}>
      <Choice
        label={label}
        value={isOn ? 'on' : 'off'}
        options={[
          ['on', t('common.on')],
          ['off', t('common.off')],
        ]}
        onChange={(value) => onChange(value === 'on')}
      />
    </SettingRow>
  )
}
