import type { ParseKeys } from 'i18next'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { StoreSnapshot } from '../../../../shared/store/store'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { formatBytes, formatMoment } from '../../../language/format'
import { SettingRow, SettingsError } from '../../../ui/fields/setting-row'
import { Dialog } from '../../../ui/overlays/dialog'
import { PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import dataStyles from './data.module.css'
import exportDialogStyles from './export-dialog.module.css'
import styles from './snapshot-list.module.css'

const reasons = {
  schedule: 'settings.snapshots.bySchedule',
  migration: 'settings.snapshots.byMigration',
  asked: 'settings.snapshots.byUser',
  restore: 'settings.snapshots.byRestore',
} as const satisfies Record<StoreSnapshot['reason'], ParseKeys>

/** The snapshots that can be restored, newest first. */
export function SnapshotList() {
  const { snapshots: snapshotList } = useApp()
  const { snapshots, busy, error } = useStore(snapshotList.store)
  const [restored, setRestored] = useState<StoreSnapshot | null>(null)
  useEffect(() => {
    void snapshotList.load()
  }, [snapshotList])
  return (
    <>
      <SettingRow label={t('settings.snapshots.take')} hint={t('settings.snapshots.takeHint')}>
        <Button aria-disabled={busy !== null} onClick={() => void snapshotList.take()}>
          {busy === 'taking' ? t('settings.snapshots.taking') : t('settings.snapshots.takeNow')}
        </Button>
      </SettingRow>
      {error !== null && <SettingsError className={dataStyles.error}>{errorLine(error)}</SettingsError>}
      {snapshots?.length === 0 && (
        <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
          {t('settings.snapshots.none')}
        </p>
      )}
      {snapshots !== null && snapshots.length > 0 && (
        <PlainList className={styles.snapshots} aria-label={t('settings.snapshots.title')}>
          {snapshots.map((snapshot) => (
            <Row as="li" gap={4} line="below" key={snapshot.id} className={styles.snapshot}>
              <Stack gap={0} grow className={settingRowStyles.settingWords}>
                <Text tabular>{formatMoment(snapshot.createdAt)}</Text>
                <Text tabular className={settingRowStyles.settingHint} data-slot="setting-hint">
                  {about(snapshot)}
                </Text>
              </Stack>
              <Button
                variant="quiet"
                aria-label={t('settings.snapshots.restoreNamed', {
                  moment: formatMoment(snapshot.createdAt),
                })}
                aria-disabled={busy !== null}
                onClick={() => busy === null && setRestored(snapshot)}
              >
                {t('settings.snapshots.restore')}
              </Button>
            </Row>
          ))}
        </PlainList>
      )}
      {restored !== null && <RestoreDialog snapshot={restored} onClose={() => setRestored(null)} />}
    </>
  )
}

function about({ reason, sizeBytes, sessionCount, messageCount }: StoreSnapshot): string {
  return [
    t(reasons[reason]),
    t('common.chats', { count: sessionCount }),
    t('common.messages', { count: messageCount }),
    formatBytes(sizeBytes),
  ].join(' · ')
}

/** Asks for confirmation before the store is replaced with a snapshot. */
function RestoreDialog({ snapshot, onClose }: { snapshot: StoreSnapshot; onClose: () => void }) {
  const app = useApp()
  const { busy } = useStore(app.snapshots.store)
  const isRestoring = busy === 'restoring'
  const restore = async () => {
    if (isRestoring) return
    const isRestarting = await app.snapshots.restore(snapshot.id)
    onClose()
    if (!isRestarting) return
    app.restart.noteBegun()
    // The page reloads after a restart, but not while Settings is open.
    app.dialogs.close('settings')
  }
  return (
    <Dialog title={t('settings.snapshots.question')} width="narrow" onClose={onClose}>
      <Stack gap={4} pad={5} className={exportDialogStyles.exportDialog}>
        <p>
          {t('settings.snapshots.startsAnew', {
            moment: formatMoment(snapshot.createdAt),
            chats: t('common.chats', { count: snapshot.sessionCount }),
            messages: t('common.messages', { count: snapshot.messageCount }),
          })}
        </p>
        <p>{t('settings.snapshots.isKept')}</p>
        <Row align="stretch" justify="end">
          <Button data-first-focus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" aria-disabled={isRestoring} onClick={() => void restore()}>
            {isRestoring ? t('common.checking') : t('settings.snapshots.restoreNow')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
