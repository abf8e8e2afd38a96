import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

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
    <div className={styles.settingRow}>
      <div className={styles.settingWords}>
        <span>{label}</span>
        {hint !== null && (
          <span className={styles.settingHint} data-slot="setting-hint">
            {hint}
          </span>
        )}
      </div>
      <div className={styles.settingControl}>{children}</div>
    </div>
  )
}
