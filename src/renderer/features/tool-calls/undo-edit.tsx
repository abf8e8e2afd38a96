import { useRef, useState } from 'react'

import type { MessageId } from '../../../shared/ids'
import { Problem } from '../../ui/text/problem'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useAttempt } from '../../state/app/use-attempt'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { Hint } from '../../ui/layout/layout'
import styles from './undo-edit.module.css'

interface UndoEditProps {
  messageId: MessageId
  toolCallId: string
}

/** The button that takes an edit back, and what became of it; nothing for an edit that is not kept. */
export function UndoEdit({ messageId, toolCallId }: UndoEditProps) {
  const { chat } = useApp()
  // Without the list there is no button; the card is complete without it.
  const { data } = useRequest('tools.edits', { messageId })
  const [isUndoneHere, setIsUndoneHere] = useState(false)
  const { refusal, isBusy, attempt } = useAttempt()
  const button = useRef<HTMLButtonElement>(null)
  const undo = () =>
    attempt(async () => {
      await chat.undoEdit(messageId, toolCallId)
      // The button is about to disappear.
      const card = button.current?.closest('[data-slot="tool"]')
      if (document.activeElement === button.current) {
        card?.querySelector<HTMLElement>('[data-slot="tool-head"]')?.focus({ preventScroll: true })
      }
      setIsUndoneHere(true)
    })
  const edit = data?.edits.find((each) => each.toolCallId === toolCallId)
  if (edit === undefined) return null
  const isUndone = isUndoneHere || edit.undoneAt !== null
  return (
    <>
      <Hint as="span" grow={false} className={styles.undone} role="status">
        {isUndone && t('messages.changes.undone')}
      </Hint>
      {!isUndone && (
        <span className={styles.undo}>
          <Button ref={button} variant="quiet" aria-disabled={isBusy} onFirstClick={() => void undo()}>
            {t('common.undo')}
          </Button>
        </span>
      )}
      <Problem size="s" className={styles.refusal} error={refusal} />
    </>
  )
}
