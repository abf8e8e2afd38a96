import type { ReactNode } from 'react'
import './setting-row.css'

/** One setting: what it is, a remark, and the control. */
export function SettingRow({
  label,
  hint = null,
  children,
}: {
  label: string
  hint?: string | null
  children: ReactNode
}) {
  return (
    <div className="setting-row">
      <div className="setting-words">
        <span>{label}</span>
        {hint !== null && (
          <span className="setting-hint" data-slot="setting-hint">
            {hint}
          </span>
        )}
      </div>
      <div className="setting-control">{children}</div>
    </div>
  )
}
