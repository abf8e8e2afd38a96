import { type KeyboardEventHandler, type ReactNode, useId, useState } from 'react'

import { critiqueOf, type Message, messageText } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { MessageAttachments } from '../attachments/message-attachments'
import { writtenText } from '../../ui/text/written-text'
import { useSettled } from '../../ui/viewport/use-in-view'
import { classNames } from '../../ui/class-names'
import { Stack, Text } from '../../ui/layout/layout'
import styles from './message.module.css'
import questionTextStyles from './question-text.module.css'

/** Longer questions are collapsed, because readers want the answers. */
const mostShown = { chars: 1_200, lines: 16 }

/** How much of a question is shown: all of it, one line, or only that it is shown above. */
export type QuestionLength = 'full' | 'line' | 'above'

/** A user's message as plain text on a tinted background. */
export function UserMessage({
  message,
  length = 'full',
  onKeyDown,
  children,
}: {
  message: Message
  length?: QuestionLength | undefined
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  children?: ReactNode
}) {
  const attachments = message.parts.filter((part) => part.type === 'attachment')
  const summary = critiqueOf(message) === undefined ? null : t('messages.user.critique')
  const said = messageText(message)
  const isShort = length !== 'full'
  const text =
    isShort && summary !== null
      ? summary
      : isShort && said === ''
        ? attachments.map(({ name }) => name).join(', ')
        : said
  const isSettled = useSettled(false)
  return (
    <article
      className={classNames(
        styles.message,
        styles.userMessage,
        isShort && styles.short,
        isSettled && styles.settled,
      )}
      aria-label={t(length === 'above' ? 'messages.user.above' : 'messages.user.label')}
      data-length={isShort ? length : undefined}
      data-role={message.role}
      data-status={message.status}
      data-message-id={message.id}
      onKeyDown={onKeyDown}
    >
      {isShort ? (
        <div
          className={styles.userWords}
          dir="auto"
          data-slot="user-words"
          aria-hidden={length === 'above' ? true : undefined}
        >
          {writtenText(text)}
        </div>
      ) : (
        <Stack align="end" className={styles.userSaid} data-slot="user-said">
          {attachments.length > 0 && <MessageAttachments parts={attachments} />}
          {text !== '' && (
            <div className={styles.userWords} data-slot="user-bubble">
              <QuestionText text={text} summary={summary} />
            </div>
          )}
        </Stack>
      )}
      {length === 'above' && (
        <Text size="xs" aria-hidden="true">
          {t('messages.user.above')}
        </Text>
      )}
      {children}
    </article>
  )
}

/** True if a question is collapsed at first. */
export function isLongQuestion(text: string): boolean {
  return text.length > mostShown.chars || text.split('\n', mostShown.lines + 1).length > mostShown.lines
}

/** The text of a question as it was typed; the end of a long one, or all but its summary, is shown on request. */
function QuestionText({ text, summary }: { text: string; summary: string | null }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (summary === null && !isLongQuestion(text))
    return (
      <div dir="auto" data-slot="user-words">
        {writtenText(text)}
      </div>
    )
  return (
    <>
      <div
        id={id}
        dir="auto"
        className={classNames(summary === null && !isOpen && questionTextStyles.collapsed)}
        data-slot="user-words"
        // Anything that scrolls into the collapsed part, such as find in page, needs it to be visible.
        onScroll={isOpen ? undefined : ({ currentTarget }) => currentTarget.scrollTop > 0 && setIsOpen(true)}
      >
        {writtenText(summary === null || isOpen ? text : summary)}
      </div>
      <Button
        variant="quiet"
        className={questionTextStyles.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'common.showLess' : 'messages.user.more')}
      </Button>
    </>
  )
}
