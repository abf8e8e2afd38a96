import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { Dialog } from '../../../ui/overlays/dialog'
import { ExportStatus } from './export-status'
import { isExporting } from './is-exporting'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './export-dialog.module.css'

interface ExportFrameProps<Format extends string> {
  title: string
  format: Format
  formats: readonly (readonly [value: Format, name: string])[]
  /** What the format is suited for. */
  hint: ReactNode
  /** Further options of the format. */
  children?: ReactNode
  onFormat: (format: Format) => void
  onStart: () => void
  onClose: () => void
}

/** A dialog that asks for a format and shows the export. Closing it cancels an export in progress. */
export function ExportFrame<Format extends string>({
  title,
  format,
  formats,
  hint,
  children,
  onFormat,
  onStart,
  onClose,
}: ExportFrameProps<Format>) {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  useEffect(() => {
    exports.forget()
    return () => {
      exports.cancel()
      exports.forget()
    }
  }, [exports])
  return (
    <Dialog title={title} width="narrow" onClose={onClose}>
      <div className={styles.exportDialog}>
        <Choice label={t('settings.export.form')} value={format} options={formats} onChange={onFormat} />
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {hint}
        </p>
        {children}
        <ExportStatus />
        <div className={styles.steps}>
          <Button onClick={onClose}>{phase === 'saved' ? t('common.close') : t('common.cancel')}</Button>
          <Button variant="primary" data-first-focus aria-disabled={isExporting(phase)} onClick={onStart}>
            {t('settings.export.title')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
