import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { AppSettings } from '../../../../shared/app/schema'
import type { SessionId } from '../../../../shared/ids'
import type { MessageQueue, QueuedMessage } from '../../../../shared/runs/queue'
import { belongsToInputMethod, isSendKey } from '../../../keyboard/key-presses'
import { t } from '../../../language/t'
import { messageRefusal, type WrittenMessage } from '../../../state/attachments/outbox'
import { type Conversation, lastAnswer } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation, useDraft } from '../../../state/app/use-app'
import { draftForQueued } from '../../../state/drafts/draft-places'
import { modelName } from '../../../state/models/models'
import { writtenText } from '../../../ui/text/written-text'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import type { ErrorData } from '../../../../shared/errors'
import { MessageAttachments } from '../../attachments/message-attachments'
import { Card, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import styles from './queue-list.module.css'

interface QueueListProps {
  conversation: ConversationStore
  queue: MessageQueue
  /** Receives a message that was removed from the queue for editing. */
  onTakenBack: (message: WrittenMessage) => void
  onRefused: (refusal: ErrorData | null) => void
}

/** Queued messages, next one first. They are not yet part of the chat. */
export function QueueList({ conversation, queue, onTakenBack, onRefused }: QueueListProps) {
  const app = useApp()
  const why = useConversation(conversation, whyHeld)
  const { sessionId } = conversation
  const resume = async () => onRefused(await app.chat.resumeQueue(sessionId))
  return (
    <Card as="section" className={styles.queue} aria-label={t('chat.queue.title')}>
      <Row as="header" align="baseline" wrap tone="faint" size="s" className={styles.queueHead}>
        <h3>{t('chat.queue.title')}</h3>
        {queue.isHeld && (
          <>
            <Text tone="warn">{why}</Text>
            <Button variant="link" onClick={() => void resume()}>
              {t('chat.queue.sendNow')}
            </Button>
          </>
        )}
      </Row>
      <Stack as="ol" gap={0} className={styles.queueMessages}>
        {queue.messages.map((message) => (
          <QueuedRow
            key={message.id}
            sessionId={sessionId}
            message={message}
            onTakenBack={onTakenBack}
            onRefused={onRefused}
          />
        ))}
      </Stack>
    </Card>
  )
}

/** Why the queue is paused. */
function whyHeld(state: Conversation): string {
  const answer = lastAnswer(state)
  const reason = answer?.stopReason
  if (answer === undefined || answer.status === 'complete') return t('chat.queue.heldUntilSent')
  if (reason === 'user') return t('chat.queue.heldByStop')
  if (reason === 'error') return t('chat.queue.heldByFailure')
  if (reason === 'interrupted' || reason === 'shutdown') return t('chat.queue.heldByEnd')
  return t('chat.queue.heldSomehow')
}

interface QueuedRowProps {
  sessionId: SessionId
  message: QueuedMessage
  onTakenBack: (message: WrittenMessage) => void
  onRefused: (refusal: ErrorData | null) => void
}

/** One queued message. It can be edited or removed until its answer starts. */
function QueuedRow({ sessionId, message, onTakenBack, onRefused }: QueuedRowProps) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const sendWith = useStore(app.settings.store, (state) => state.settings.sendWith)
  const [draft, setDraft] = useDraft(draftForQueued(sessionId, message.id))
  const [isEditing, setIsEditing] = useState(draft !== '')
  const shouldFocusEdit = useRef(false)
  if (isEditing) {
    const done = () => {
      setDraft('')
      shouldFocusEdit.current = true
      setIsEditing(false)
    }
    const save = async (text: string) => {
      const refused = messageRefusal(text) ?? (await app.chat.editQueued(sessionId, message.id, text))
      onRefused(refused)
      if (refused === null) done()
    }
    return (
      <QueuedEdit
        text={draft === '' ? message.text : draft}
        sendWith={sendWith}
        onChange={setDraft}
        onSave={(text) => void save(text)}
        onCancel={done}
      />
    )
  }
  const remove = async () => {
    const named = message.model === undefined ? '' : `@${message.model} `
    onRefused(
      await app.chat.removeQueued(sessionId, message.id, (text, attachments) =>
        onTakenBack({ text: named + text, attachments }),
      ),
    )
  }
  return (
    <Row as="li" align="start" gap={0.5} pad={[1, 0]} className={styles.queued}>
      <MessageAttachments parts={message.attachments ?? []} variant="names" />
      <QueuedText key={message.text} text={message.text} />
      {message.model !== undefined && (
        <Hint as="span" grow={false} className={styles.queuedModel}>
          {t('chat.queue.to', { model: modelName(models, message.model) })}
        </Hint>
      )}
      <Button
        ref={(button) => {
          // Returns the focus to where editing started.
          if (shouldFocusEdit.current) button?.focus()
          shouldFocusEdit.current = false
        }}
        variant="quiet"
        onClick={() => setIsEditing(true)}
      >
        {t('common.edit')}
      </Button>
      <Button variant="quiet" onFirstClick={() => void remove()}>
        {t('common.remove')}
      </Button>
    </Row>
  )
}

/** Two lines of the text, expandable. */
function QueuedText({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = words.current
    if (element !== null && !isOpen) setIsCut(element.scrollHeight > element.clientHeight + 1)
  }, [isOpen])
  return (
    <>
      <p ref={words} dir="auto" className={classNames(styles.queuedText, isOpen && styles.queuedTextOpen)}>
        {writtenText(text)}
      </p>
      {isCut && (
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('chat.queue.less') : t('chat.queue.more')}
        </Button>
      )}
    </>
  )
}

interface QueuedEditProps {
  text: string
  sendWith: AppSettings['sendWith']
  onChange: (text: string) => void
  onSave: (text: string) => void
  onCancel: () => void
}

function QueuedEdit({ text, sendWith, onChange, onSave, onCancel }: QueuedEditProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Own state: clearing the field must not bring back the queued text.
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  return (
    <Row as="li" align="start" gap={0.5} pad={[1, 0]} className={styles.queued}>
      <textarea
        dir="auto"
        ref={field}
        className={styles.queuedEdit}
        aria-label={t('chat.queue.edit')}
        value={shown}
        onChange={(event) => {
          setShown(event.target.value)
          onChange(event.target.value)
        }}
        onKeyDown={(event) => {
          if (belongsToInputMethod(event.nativeEvent)) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (!isSendKey(event, sendWith)) return
          event.preventDefault()
          onSave(shown)
        }}
      />
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button variant="primary" onClick={() => onSave(shown)}>
        {t('common.save')}
      </Button>
    </Row>
  )
}
