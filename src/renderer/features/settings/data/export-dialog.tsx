import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { SessionId } from '../../../../shared/ids'
import { t } from '../../../language/t'
import type { ExportFormat } from '../../../state/transfer/exports'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { Choice } from '../../../ui/fields/choice'
import { exportFormats, formatHint } from './export-formats'
import { ExportStatus } from './export-status'
import { isExporting } from './is-exporting'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './export-dialog.module.css'

/** Asks for a format and exports chats. Closing the dialog cancels an export in progress. */
export function ExportDialog({
  sessionIds,
  onClose,
}: {
  sessionIds: readonly SessionId[]
  onClose: () => void
}) {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  const [format, setFormat] = useState<ExportFormat>('json')
  useEffect(() => {
    exports.forget()
    return () => {
      exports.cancel()
      exports.forget()
    }
  }, [exports])
  const isMany = sessionIds.length > 1
  const isBusy = isExporting(phase)
  return (
    <Dialog
      title={isMany ? t('settings.export.chats', { count: sessionIds.length }) : t('settings.export.this')}
      width="narrow"
      onClose={onClose}
    >
      <div className={styles.exportDialog}>
        <Choice
          label={t('settings.export.form')}
          value={format}
          options={exportFormats()}
          onChange={setFormat}
        />
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {formatHint(format)} {isMany && t('settings.export.zip')}
        </p>
        <ExportStatus />
        <div className={styles.steps}>
          <Button onClick={onClose}>{phase === 'saved' ? t('common.close') : t('common.cancel')}</Button>
          <Button
            variant="primary"
            data-first-focus
            aria-disabled={isBusy}
            onClick={() => void exports.start({ format, sessionIds })}
          >
            {t('settings.export.title')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
