import { useEffect, useState } from 'react'

import { t } from '../language/t'
import type { UndoOffer } from '../state/organiser'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { countOf } from './session-entries'

const offeredMs = 10_000

/** Says what was deleted or put aside, and offers it back for a while: longer where someone is about to take it. */
export function UndoBar({ offer }: { offer: UndoOffer }) {
  const { organiser } = useApp()
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => organiser.forgetOffer(), offeredMs)
    return () => clearTimeout(timer)
  }, [organiser, isHeld])
  return (
    <div
      className="undo-bar"
      role="status"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="undo-bar-text">{whatWasDone(offer)}</span>
      <Button
        look="link"
        onClick={({ currentTarget }) => {
          // The button goes: the keyboard stays in the list.
          currentTarget.closest('aside')?.querySelector<HTMLElement>('.session-link[tabindex="0"]')?.focus()
          void organiser.undo()
        }}
      >
        {t('common.undo')}
      </Button>
    </div>
  )
}

function whatWasDone({ did, entries }: UndoOffer): string {
  const [first, ...others] = entries
  return first !== undefined && others.length === 0
    ? t(did === 'deleted' ? 'sessions.undo.deletedOne' : 'sessions.undo.archivedOne', { title: first.title })
    : t(did === 'deleted' ? 'sessions.undo.deletedMany' : 'sessions.undo.archivedMany', {
        what: countOf(entries),
      })
}
