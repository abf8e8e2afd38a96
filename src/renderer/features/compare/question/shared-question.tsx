import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { messageText, type Message } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { SharedTurn } from '../../../state/comparisons/shared-turns'
import { Button } from '../../../ui/controls/button'
import { CopyButton } from '../../../ui/controls/copy-button'
import { focusComposer } from '../../../keyboard/focus-targets'
import { classNames } from '../../../ui/class-names'
import { MessageAttachments } from '../../attachments/message-attachments'
import { EditMessage } from '../../message/rows/edit-message'
import type { Thread } from '../../message/rows/thread'
import { Row, Text } from '../../../ui/layout/layout'
import actionStyles from '../../../ui/controls/message-actions.module.css'
import styles from './shared-question.module.css'

interface SharedQuestionProps {
  store: ComparisonStore
  panes: readonly Pane[]
  turn: SharedTurn
  isHidden: boolean
}

/** The question that all panes answer, once, in a row above them. */
export function SharedQuestion({ store, panes, turn, isHidden }: SharedQuestionProps) {
  const [edited, setEdited] = useState<AskedIn | null>(null)
  const shouldFocusEdit = useRef(false)
  const message = turn.question
  return (
    <Row
      as="section"
      align="start"
      grow={false}
      pad={[2, 3]}
      line="below"
      className={styles.row}
      aria-label={t('compare.question.label')}
      data-slot="shared-question"
    >
      {edited !== null ? (
        <EditMessage
          message={edited.message}
          thread={threadOf(store, edited.pane, isHidden)}
          onDone={(isSent) => {
            shouldFocusEdit.current = !isSent
            setEdited(null)
          }}
        />
      ) : (
        <QuestionText message={message}>
          <Row
            gap={0}
            grow={false}
            className={classNames(actionStyles.messageActions, styles.actions)}
            data-slot="message-actions"
          >
            <CopyButton text={() => messageText(message)} label={t('chat.message.copy')} />
            <Button
              ref={(button) => {
                // Returns the focus to where editing started.
                if (shouldFocusEdit.current) button?.focus()
                shouldFocusEdit.current = false
              }}
              variant="quiet"
              aria-label={t('compare.question.edit')}
              onClick={() => setEdited(askedIn(store, panes, turn))}
            >
              {t('common.edit')}
            </Button>
            <AddToSet message={message} />
          </Row>
        </QuestionText>
      )}
    </Row>
  )
}

function AddToSet({ message }: { message: Message }) {
  const app = useApp()
  return (
    <Button
      variant="quiet"
      onClick={() => {
        const { id: messageId, sessionId } = message
        app.dialogs.open({
          kind: 'add-to-set',
          prompt: messageText(message),
          source: { sessionId, messageId },
        })
      }}
    >
      {t('messages.addToSet')}
    </Button>
  )
}

/** At most two lines of the question; expanded, as much as fits into part of the window. */
function QuestionText({ message, children }: { message: Message; children: ReactNode }) {
  const files = message.parts.filter((part) => part.type === 'attachment')
  const text = messageText(message)
  const words = useRef<HTMLHeadingElement>(null)
  const wordsId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = words.current
    if (element === null || isOpen) return undefined
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <>
      <div
        id={wordsId}
        className={classNames(styles.text, isOpen && styles.open)}
        tabIndex={isOpen ? 0 : undefined}
        role="group"
        aria-label={t('compare.question.text')}
      >
        <h2 ref={words} className={styles.words} data-slot="shared-words">
          {text === '' ? files.map(({ name }) => name).join(', ') : text}
        </h2>
        {isOpen && files.length > 0 && <MessageAttachments parts={files} variant="names" />}
      </div>
      <Row gap={0} grow={false} className={styles.side}>
        {children}
        {files.length > 0 && !isOpen && (
          <Text grow={false} tone="faint" size="xs" className={styles.files}>
            {t('common.files', { count: files.length })}
          </Text>
        )}
        {(isCut || isOpen || files.length > 0) && (
          <Button
            variant="quiet"
            className={styles.expand}
            aria-expanded={isOpen}
            aria-controls={wordsId}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'common.showLess' : 'compare.question.expand')}
          </Button>
        )}
      </Row>
    </>
  )
}

/** A pane that was asked the question, and its own message. */
interface AskedIn {
  pane: Pane
  message: Message
}

/** The pane in which the question is edited first: an idle one, if there is one. */
function askedIn(store: ComparisonStore, panes: readonly Pane[], { messageIds }: SharedTurn): AskedIn | null {
  const asked = panes.flatMap((pane) => {
    const { messages, isRunning } = store.conversationOf(pane).store.getState()
    const message = messages.find(({ id }) => messageIds.has(id))
    return message === undefined ? [] : [{ pane, message, isRunning }]
  })
  return asked.find(({ isRunning }) => !isRunning) ?? asked[0] ?? null
}

/** Edits the question in all panes. */
function threadOf(store: ComparisonStore, pane: Pane, isHidden: boolean): Thread {
  return {
    askAgain: (messageId, changed) => store.askAgain(pane, messageId, changed),
    focusComposer: () => focusComposer(),
    pane: {
      isHidden,
      isForAll: true,
      model: pane.model,
      panesAsked: (question) => store.panesAsked(pane, question).length,
      askAllAgain: (question, changed) => store.askAllAgain(pane, question, changed),
    },
  }
}
