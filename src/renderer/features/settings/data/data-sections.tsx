import { useState } from 'react'
import { useStore } from 'zustand'

import { t, currentLanguage } from '../../../language/t'
import { ImportRow } from './import-row'
import { SnapshotList } from './snapshot-list'
import type { ExportFormat } from '../../../state/transfer/exports'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { exportFormats, formatHint } from './export-formats'
import { FolderChoice } from './folder-choice'
import { ExportStatus, isExporting } from './export-status'
import { SettingRow, SwitchRow } from '../../../ui/fields/setting-row'
import type { MarkdownFolderState } from '../../../../shared/store/markdown-folder'
import { errorLine } from '../../../errors/error-text'
import { formatMoment } from '../../../language/format'
import { Hint } from '../../../ui/layout/layout'
import styles from './data.module.css'

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
  const hints =
    format === 'json'
      ? [t('settings.export.archive'), t('settings.export.everything')]
      : [t('settings.export.zip'), formatHint(format), t('settings.export.jsonOnly')]
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
          {t('common.export')}
        </Button>
      </SettingRow>
      <ExportStatus />
    </>
  )
}

/** A folder with a Markdown file for each chat: where it is, and whether it is kept up to date. */
function MarkdownFolderSection() {
  const app = useApp()
  const { error, ...state } = useStore(app.markdownFolder.store)
  const { folder, isKept, isWriting } = state
  const set = (path: string | null, keeps: boolean) =>
    void app.markdownFolder.set(path, keeps, currentLanguage())
  return (
    <section aria-labelledby="settings-markdown-folder">
      <h3 id="settings-markdown-folder">{t('exports.folder.title')}</h3>
      <SettingRow label={t('common.folder')} hint={folder ?? t('exports.folder.hint')}>
        {folder === null ? (
          <FolderChoice onChoose={(path) => set(path, true)} />
        ) : (
          <>
            <Button aria-disabled={isWriting} onClick={() => void (isWriting || app.markdownFolder.write())}>
              {t('exports.folder.write')}
            </Button>
            <Button onClick={() => set(null, false)}>{t('exports.folder.forget')}</Button>
          </>
        )}
      </SettingRow>
      {folder !== null && (
        <SwitchRow
          label={t('exports.folder.keep')}
          hint={t('exports.folder.keepHint')}
          isOn={isKept}
          onChange={(keeps) => set(folder, keeps)}
        />
      )}
      {(folder !== null || error !== null) && (
        <Hint
          pad={[2, 0]}
          className={styles.status}
          role="status"
          data-problem={state.problem !== null || error !== null || undefined}
        >
          {error === null ? statusOf(state) : errorLine(error)}
        </Hint>
      )}
    </section>
  )
}

function statusOf({ folder, isWriting, progress, written, problem }: MarkdownFolderState): string {
  if (isWriting)
    return progress === null ? t('common.checking') : t('exports.folder.writing', { ...progress })
  if (problem !== null) return t(`storeNotices.markdownFolder.${problem}`, { folder: folder ?? '' })
  if (written === null) return t('exports.folder.notYet')
  return t('exports.folder.written', { count: written.fileCount, time: formatMoment(written.at) })
}
