import { useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { writtenKeys } from '../../keyboard/keys'
import type { ShelfName } from '../../state/session-list/session-shelf'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { keyHost } from '../../keyboard/key-host'
import { EraseDialog } from './erase-dialog'
import styles from './shelf-head.module.css'

/** Above what was put aside or deleted: what it is, and the way back. */
export function ShelfHead({ shelf, onBack }: { shelf: Exclude<ShelfName, 'chats'>; onBack: () => void }) {
  const app = useApp()
  const isEmpty = useStore(
    app.sessionList.shelves[shelf].store,
    ({ sessions, comparisons }) => sessions.length + comparisons.length === 0,
  )
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={styles.shelfHead}>
      <Button
        variant="quiet"
        aria-label={t('sessions.sidebar.backToChats')}
        title={writtenKeys('Escape', keyHost)}
        onClick={onBack}
      >
        <Icon name="chevronLeft" />
      </Button>
      <h2>{t(`sessions.sidebar.${shelf}`)}</h2>
      {shelf === 'bin' && !isEmpty && (
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {t('sessions.erase.emptyBin')}
        </Button>
      )}
      {isAsking && (
        <EraseDialog
          entries={null}
          onErase={() => void app.organiser.emptyBin()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
