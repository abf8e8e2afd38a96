import { useEffect, useEffectEvent, useState } from 'react'

import { t } from '../../language/t'
import { classNames } from '../class-names'
import { Ellipsis, Row } from '../layout/layout'
import { Button } from './button'
import styles from './notice-bar.module.css'

const offeredMs = 10_000

interface UndoBarProps {
  /** A sentence about the change. */
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
    <Row
      gap={3}
      pad={[1.5, 3]}
      size="s"
      className={styles.bar}
      role="status"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Ellipsis grow>{text}</Ellipsis>
      <Button variant="link" onClick={({ currentTarget }) => onUndo(currentTarget)}>
        {t('common.undo')}
      </Button>
    </Row>
  )
}

interface ErrorBarProps {
  text: string
  /** What the button says. */
  action: string
  onAction: () => void
}

/** Says why something was refused or could not be read, with what the user can do about it. */
export function ErrorBar({ text, action, onAction }: ErrorBarProps) {
  return (
    <Row gap={3} pad={[1.5, 3]} wrap size="s" className={classNames(styles.bar, styles.error)} role="alert">
      <span>{text}</span>
      <Button variant="link" onClick={onAction}>
        {action}
      </Button>
    </Row>
  )
}
