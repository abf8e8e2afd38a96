import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { StoreSnapshot } from '../../shared/store'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { counted, formatBytes, formatMoment } from '../ui/figures'
import { RestoreDialog } from './restore-dialog'
import { SettingRow } from './setting-row'

const reasons: Readonly<Record<StoreSnapshot['reason'], string>> = {
  schedule: 'Taken by itself',
  migration: 'Before an update',
  asked: 'Asked for',
  restore: 'Before another one was restored',
}

/** The snapshots that can be gone back to, the newest first. */
export function SnapshotList() {
  const { snapshots: shelf } = useApp()
  const { snapshots, busy, error } = useStore(shelf.store)
  const [restored, setRestored] = useState<StoreSnapshot | null>(null)
  useEffect(() => {
    void shelf.load()
  }, [shelf])
  return (
    <>
      <SettingRow
        label="Take a snapshot"
        hint="Checked copies of all chats and comparisons, in the data folder. Parley takes one by itself when something has changed, and before each update; the last few are kept."
      >
        <Button aria-disabled={busy !== null} onClick={() => void shelf.take()}>
          {busy === 'taking' ? 'Taking one…' : 'Take one now'}
        </Button>
      </SettingRow>
      {error !== null && (
        <p className="settings-error data-error" role="alert">
          {error.message}
        </p>
      )}
      {snapshots?.length === 0 && <p className="data-empty">There are none yet.</p>}
      {snapshots !== null && snapshots.length > 0 && (
        <ul className="snapshots" aria-label="Snapshots">
          {snapshots.map((snapshot) => (
            <li key={snapshot.id} className="snapshot">
              <div className="setting-words">
                <span className="data-figures">{formatMoment(snapshot.createdAt)}</span>
                <span className="setting-hint data-figures">{about(snapshot)}</span>
              </div>
              <Button
                look="quiet"
                aria-label={`Restore the snapshot of ${formatMoment(snapshot.createdAt)}`}
                aria-disabled={busy !== null}
                onClick={() => busy === null && setRestored(snapshot)}
              >
                Restore…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {restored !== null && <RestoreDialog snapshot={restored} onClose={() => setRestored(null)} />}
    </>
  )
}

function about({ reason, sizeBytes, sessionCount, messageCount }: StoreSnapshot): string {
  return [
    reasons[reason],
    counted(sessionCount, 'chat'),
    counted(messageCount, 'message'),
    formatBytes(sizeBytes),
  ].join(' · ')
}
