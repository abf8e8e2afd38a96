import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import type { ExportSubject } from '../../../state/navigation/navigation'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { Choice } from '../../../ui/fields/choice'
import { SwitchRow } from '../../../ui/fields/switch-row'
import { ExportStatus } from './export-status'
import { isExporting } from './is-exporting'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './export-dialog.module.css'

type Format = 'bundle' | 'json' | 'markdown'

/** Exports a comparison in one of three formats. Closing the dialog cancels an export in progress. */
export function BundleDialog({
  subject,
  onClose,
}: {
  subject: Extract<ExportSubject, { kind: 'comparison' }>
  onClose: () => void
}) {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  const [withInstructions, setWithInstructions] = useState(false)
  const [format, setFormat] = useState<Format>('bundle')
  useEffect(() => {
    exports.forget()
    return () => {
      exports.cancel()
      exports.forget()
    }
  }, [exports])
  const isBusy = isExporting(phase)
  const start = () => {
    const { comparisonId } = subject
    void (format === 'bundle'
      ? exports.startBundle({ format, comparisonId, withInstructions })
      : exports.startComparison({ format, comparisonId }))
  }
  return (
    <Dialog title={t(`settings.bundle.${subject.kind}`)} width="narrow" onClose={onClose}>
      <div className={styles.exportDialog}>
        <Choice
          label={t('settings.export.form')}
          value={format}
          options={[
            ['bundle', t('settings.bundle.button')],
            ['json', 'JSON'],
            ['markdown', 'Markdown'],
          ]}
          onChange={setFormat}
        />
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {t(`settings.bundle.hints.${format}`)}
        </p>
        {format === 'bundle' && (
          <SwitchRow
            label={t('settings.bundle.withInstructions')}
            hint={t('settings.bundle.withInstructionsHint')}
            isOn={withInstructions}
            onChange={setWithInstructions}
          />
        )}
        <ExportStatus />
        <div className={styles.steps}>
          <Button onClick={onClose}>{phase === 'saved' ? t('common.close') : t('common.cancel')}</Button>
          <Button variant="primary" data-first-focus aria-disabled={isBusy} onClick={start}>
            {t('settings.export.title')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
