import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import type { ExportSubject } from '../../../state/navigation/navigation'
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

/** Asks for a format and exports chats or a project. Closing the dialog cancels an export in progress. */
export function ExportDialog({
  subject,
  onClose,
}: {
  subject: Exclude<ExportSubject, { kind: 'comparison' }>
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
  const isMany = subject.kind === 'project' || subject.sessionIds.length > 1
  const isBusy = isExporting(phase)
  return (
    <Dialog title={titleOf(subject)} width="narrow" onClose={onClose}>
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
            onClick={() => void exports.start({ format, ...wantedOf(subject) })}
          >
            {t('settings.export.title')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type Subject = Parameters<typeof ExportDialog>[0]['subject']

function wantedOf(subject: Subject) {
  return subject.kind === 'project' ? { projectId: subject.projectId } : { sessionIds: subject.sessionIds }
}

function titleOf(subject: Subject): string {
  if (subject.kind === 'project') return t('settings.export.project')
  const { length: count } = subject.sessionIds
  return count > 1 ? t('settings.export.chats', { count }) : t('settings.export.this')
}
