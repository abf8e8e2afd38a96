import { useEffect, useEffectEvent, useState } from 'react'

import { t } from '../../language/t'
import { Button } from './button'
import noticeBarStyles from './notice-bar.module.css'
import styles from './undo-bar.module.css'

const offeredMs = 10_000

interface UndoBarProps {
  /** What was done. */
  text: string
  /** Called with the button, which then disappears: the caller moves the focus. */
  onUndo: (button: HTMLElement) => void
  /** The offer has expired. */
  onGone: () => void
}

/** Says what was done and offers to undo it for a while, longer when the user is about to accept. */
export function UndoBar({ text, onUndo, onGone }: UndoBarProps) {
  const [isHeld, setIsHeld] = useState(false)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => gone(), offeredMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div
      className={noticeBarStyles.bar}
      role="status"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={styles.text}>{text}</span>
      <Button variant="link" onClick={({ currentTarget }) => onUndo(currentTarget)}>
        {t('common.undo')}
      </Button>
    </div>
  )
}
