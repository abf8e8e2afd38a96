import { useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { writtenKeys } from '../../keyboard/keys'
import type { SessionFolderName } from '../../state/session-list/session-folder'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { keyHost } from '../../keyboard/key-host'
import { EraseDialog } from './erase-dialog'
import { Row } from '../../ui/layout/layout'
import styles from './folder-header.module.css'

/** The heading above the archive or trash, with a button back to the chats. */
export function FolderHeader({
  folder,
  onBack,
}: {
  folder: Exclude<SessionFolderName, 'chats' | 'project'>
  onBack: () => void
}) {
  const app = useApp()
  const isEmpty = useStore(
    app.sessionList.folders[folder].store,
    ({ sessions, comparisons }) => sessions.length + comparisons.length === 0,
  )
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Row gap={1} className={styles.folderHeader}>
      <Button
        variant="quiet"
        aria-label={t('sessions.sidebar.backToChats')}
        title={writtenKeys('Escape', keyHost)}
        onClick={onBack}
      >
        <Icon name="chevronLeft" />
      </Button>
      <h2>{t(`sessions.sidebar.${folder}`)}</h2>
      {folder === 'bin' && !isEmpty && (
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {t('sessions.erase.emptyBin')}
        </Button>
      )}
      {isAsking && (
        <EraseDialog
          entries={null}
          onErase={() => void app.organiser.emptyTrash()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Row>
  )
}
