import { useState } from 'react'
import { useStore } from 'zustand'

import type { ShelfName } from '../state/session-shelf'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { EraseDialog } from './erase-dialog'

/** Above what was put aside or deleted: what it is, and the way back. */
export function ShelfHead({ shelf, onBack }: { shelf: Exclude<ShelfName, 'chats'>; onBack: () => void }) {
  const app = useApp()
  const isEmpty = useStore(
    app.sessionList.shelves[shelf].store,
    ({ sessions, comparisons }) => sessions.length + comparisons.length === 0,
  )
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="shelf-head">
      <Button look="quiet" aria-label="Back to chats" title="Esc" onClick={onBack}>
        <Icon name="chevronLeft" />
      </Button>
      <h2>{shelf === 'archived' ? 'Archived' : 'Bin'}</h2>
      {shelf === 'bin' && !isEmpty && (
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          Empty bin
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
