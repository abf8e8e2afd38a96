import { useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { ImportRow } from './import-row'
import { SnapshotList } from './snapshot-list'
import type { ExportFormat } from '../../../state/transfer/exports'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { exportFormats, formatHint } from './export-formats'
import { ExportStatus, isExporting } from './export-status'
import { MarkdownFolderSection } from './markdown-folder'
import { SettingRow } from '../../../ui/fields/setting-row'

/** All stored data: import, export and snapshots. */
export function DataSections() {
  return (
    <>
      <section aria-labelledby="settings-data">
        <h3 id="settings-data">{t('common.settingsSections.data')}</h3>
        <ImportRow />
        <ExportRow />
      </section>
      <MarkdownFolderSection />
      <section aria-labelledby="settings-snapshots">
        <h3 id="settings-snapshots">{t('settings.snapshots.title')}</h3>
        <SnapshotList />
      </section>
    </>
  )
}

/** Exports all chats as one ZIP. */
function ExportRow() {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  const [format, setFormat] = useState<ExportFormat>('json')
  const hints = [t('settings.export.zip'), formatHint(format)]
  hints.push(t(format === 'json' ? 'settings.export.everything' : 'settings.export.jsonOnly'))
  const isBusy = isExporting(phase)
  return (
    <>
      <SettingRow label={t('settings.export.all')} hint={hints.join(' ')}>
        <Choice
          label={t('settings.export.form')}
          value={format}
          options={exportFormats()}
          onChange={setFormat}
        />
        <Button aria-disabled={isBusy} onClick={() => void exports.start({ format })}>
          {t('settings.export.title')}
        </Button>
      </SettingRow>
      <ExportStatus />
    </>
  )
}
