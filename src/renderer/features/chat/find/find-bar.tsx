import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { belongsToInputMethod } from '../../../keyboard/input-method'
import { t } from '../../../language/t'
import { isAnswering } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { FindInChat, type FindState } from './find-in-chat'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { Icon } from '../../../ui/controls/icon'
import { messagesInView } from '../thread/messages-in-view'
import { useHighlights } from './use-highlights'
import styles from './find-bar.module.css'

interface FindBarProps {
  conversation: ConversationStore
  /** A new value focuses the field again. */
  calls: number
  onClose: () => void
}

/** Finds text in the open chat, on all branches. */
export function FindBar({ conversation, calls, onClose }: FindBarProps) {
  const app = useApp()
  const field = useRef<HTMLInputElement>(null)
  const [find] = useState(() => new FindInChat(app.environment, conversation))
  const state = useStore(find.store)
  useHighlights(find)
  useEffect(() => {
    if (calls === 0) return
    field.current?.focus()
    field.current?.select()
  }, [calls])
  useEffect(() => () => find.close(), [find])
  useEffect(
    () =>
      conversation.store.subscribe((now, before) => {
        if (isAnswering(before) && !isAnswering(now)) void find.refresh()
      }),
    [conversation, find],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (belongsToInputMethod(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault()
      void find.step(event.shiftKey ? -1 : 1)
    }
  }
  const canStep = state.found.length > 0
  return (
    <div className={styles.findBar} role="search" aria-label={t('chat.find.label')} onKeyDown={onKeyDown}>
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        aria-label={t('chat.find.label')}
        placeholder={t('chat.find.label')}
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        value={state.query}
        onChange={(event) => find.setQuery(event.target.value, messagesInView())}
      />
      <span className={styles.findStatus} role="status">
        {statusOf(state)}
      </span>
      <Button
        variant="quiet"
        aria-label={t('chat.find.previous')}
        title={t('chat.find.previousTitle')}
        aria-disabled={!canStep}
        onClick={() => void find.step(-1)}
      >
        <Icon name="chevronUp" />
      </Button>
      <Button
        variant="quiet"
        aria-label={t('chat.find.next')}
        title={t('chat.find.nextTitle')}
        aria-disabled={!canStep}
        onClick={() => void find.step(1)}
      >
        <Icon name="chevronDown" />
      </Button>
      <Button
        variant="quiet"
        aria-label={t('chat.find.close')}
        title={t('common.closeByEscape')}
        onClick={onClose}
      >
        <Icon name="close" />
      </Button>
    </div>
  )
}

/** A short summary of the search state. */
function statusOf({ phase, found, hasMore, at, isElsewhere, refusal }: FindState): string {
  if (refusal?.code === 'RUN_ACTIVE') {
    return t('chat.find.elsewhereBusy')
  }
  if (refusal !== null) return errorLine(refusal)
  if (phase === 'idle' || (phase === 'searching' && found.length === 0)) return ''
  if (found.length === 0) return t('chat.find.nothing')
  const position = t('chat.find.position', {
    at: at === null ? 0 : at + 1,
    total: `${found.length}${hasMore ? '+' : ''}`,
  })
  return isElsewhere ? t('chat.find.elsewhere', { position }) : position
}
