import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import type { ExportSubject } from '../../../state/navigation/navigation'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { SwitchRow } from '../../../ui/fields/switch-row'
import { ExportStatus } from './export-status'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './export-dialog.module.css'

/** Exports something as one HTML file. Closing the dialog cancels an export in progress. */
export function BundleDialog({
  subject,
  onClose,
}: {
  subject: Exclude<ExportSubject, { kind: 'chats' }>
  onClose: () => void
}) {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  const [withInstructions, setWithInstructions] = useState(false)
  useEffect(() => {
    exports.forget()
    return () => {
      exports.cancel()
      exports.forget()
    }
  }, [exports])
  const isBusy = phase === 'writing' || phase === 'fetching'
  return (
    <Dialog title={t(`settings.bundle.${subject.kind}`)} width="narrow" onClose={onClose}>
      <div className={styles.exportDialog}>
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {t('settings.bundle.hint')} {t('settings.bundle.leftOut')}
        </p>
        <SwitchRow
          label={t('settings.bundle.withInstructions')}
          hint={t('settings.bundle.withInstructionsHint')}
          isOn={withInstructions}
          onChange={setWithInstructions}
        />
        <ExportStatus />
        <div className={styles.steps}>
          <Button onClick={onClose}>{phase === 'saved' ? t('common.close') : t('common.cancel')}</Button>
          <Button
            variant="primary"
            data-first-focus
            aria-disabled={isBusy}
            onClick={() =>
              void exports.startBundle({
                format: 'bundle',
                comparisonId: subject.comparisonId,
                withInstructions,
              })
            }
          >
            {t('settings.export.title')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
