import { useEffect } from 'react'

import type { Deleted } from '../state/session-list'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'

const offeredMs = 10_000

/** Says what was deleted, and offers it back for a while. */
export function UndoBar({ deleted }: { deleted: Deleted }) {
  const { sessionList } = useApp()
  useEffect(() => {
    const timer = setTimeout(() => void sessionList.commitDeleted(), offeredMs)
    return () => clearTimeout(timer)
  }, [sessionList])
  return (
    <div className="undo-bar" role="status">
      <span className="undo-bar-text">Deleted “{deleted.title}”</span>
      <Button look="link" onClick={() => void sessionList.undoDelete()}>
        Undo
      </Button>
    </div>
  )
}
