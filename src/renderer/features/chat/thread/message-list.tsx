import {
  Fragment,
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
} from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import {
  isAnswering,
  isBusy,
  lastQuestionId,
  needsDecision,
  shownMessageIds,
  shownPlaces,
  shownTimes,
  isOfMissingSession,
  messageOf,
  type Conversation,
} from '../../../state/conversations/conversation'
import { isCommandKey } from '../../../state/actions/bound-keys'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { daysBegun, dayName } from '../../../language/days'
import { useApp, useConversation } from '../../../state/app/use-app'
import { ErrorCard } from '../../error-card/error-card'
import { lazyComponent } from '../../../ui/lazy-component'
import { FollowScroll } from '../../../ui/viewport/follow-scroll'
import { measureNow } from '../../../ui/viewport/measuring'
import { useBeforePrint, usePageVisible } from '../../../ui/viewport/use-in-view'
import { LazyCallAnnouncer } from '../../approvals/lazy-call-announcer'
import { RetryAnnouncer } from '../../message/retry-line'
import { useRestoredPlace } from '../../message-navigation/use-restored-place'
import { useTarget } from '../../message-navigation/use-target'
import { isUnhandledEscape } from '../../../keyboard/key-presses'
import { ChatEnd } from './chat-end'
import { stepMessage } from './step-message'
import type { Message } from '../../../../shared/sessions/messages'
import { editLast, focusChatComposer, undoLast } from '../exchange/last-exchange'
import { useRowsDrawn } from './use-rows-drawn'
import { memo } from '../../../language/memo'
import type { MessageId } from '../../../../shared/ids'
import { MessageBoundary } from '../../message/message-boundary'
import { AnswerRow } from '../../message/rows/answer-row'
import type { Thread } from '../../message/rows/thread'
import { UserRow } from '../../message/rows/user-row'
import { HiddenText, Hint, Row, Stack } from '../../../ui/layout/layout'
import {
  countAfter,
  firstNewId,
  lastShownId,
  lastStoredId,
  type Visit,
} from '../../../state/conversations/last-seen'
import { isTemporaryView } from '../../../state/navigation/navigation'
import { Button } from '../../../ui/controls/button'
import styles from '../chat.module.css'
import linesStyles from './lines.module.css'

const CompactingLine = lazyComponent(() => import('../compaction/compacting-line'), 'CompactingLine')
const SummaryFold = lazyComponent(() => import('../compaction/summary-fold'), 'SummaryFold')

/** Messages below the line count as read after it has been visible this long. */
const readMs = 4_000

/**
 * Marks the first message that arrived while the chat was not shown. It takes no space, so nothing moves when it goes.
 */
function NewLine({ onRead }: { onRead: () => void }) {
  const line = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    if (line.current === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(read, readMs)
      },
      { root: line.current.closest('[data-slot="follow-scroll"]') },
    )
    observer.observe(line.current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <Row
      tone="accent"
      size="xs"
      weight="medium"
      ref={line}
      className={linesStyles.chatNew}
      data-slot="chat-new"
      role="separator"
      aria-label={t('chat.list.newMessages')}
    >
      <span aria-hidden="true">{t('chat.list.new')}</span>
    </Row>
  )
}

interface ThreadMessageProps {
  conversation: ConversationStore
  messageId: MessageId
  thread: Thread
  /** Edit and resend and Remove last exchange apply to this exchange. */
  isLastExchange: boolean
}

/** One message of a chat with its actions. */
const ThreadMessage = memo(function ThreadMessage(props: ThreadMessageProps) {
  const { conversation, messageId, thread, isLastExchange } = props
  const message = useConversation(conversation, (state) => messageOf(state, messageId))
  if (message === undefined) return null
  const MessageRow = message.role === 'user' ? UserRow : AnswerRow
  return (
    <MessageBoundary message={message}>
      <MessageRow
        conversation={conversation}
        message={message}
        thread={thread}
        isLastExchange={isLastExchange}
      />
      {message.summary !== undefined && (
        <SummaryFold conversation={conversation} messageId={messageId} summary={message.summary} />
      )}
    </MessageBoundary>
  )
})

/** The messages of a chat. Loads more pages as the user scrolls towards them. */
export function MessageList({
  conversation,
  isElsewhere,
}: {
  conversation: ConversationStore
  /** The address names a message to start at. */
  isElsewhere: boolean
}) {
  const app = useApp()
  const column = useRef<HTMLDivElement>(null)
  const ids = useConversation(conversation, useShallow(shownMessageIds))
  const places = useConversation(conversation, useShallow(shownPlaces))
  const times = useConversation(conversation, useShallow(shownTimes))
  const hasTarget = useConversation(conversation, (state) => state.target !== null)
  const { first: firstDrawn, drawAll } = useRowsDrawn(conversation, ids, hasTarget)
  const hasOlder = useConversation(conversation, (state) => state.hasMore)
  const hasMore = hasOlder || firstDrawn > 0
  const hasNewer = useConversation(conversation, (state) => state.hasNewer)
  const isMoving = useConversation(conversation, (state) => state.isMoving)
  const phase = useConversation(conversation, (state) => state.phase)
  const runError = useConversation(conversation, (state) => state.runError)
  const compacting = useConversation(conversation, (state) => state.compacting)
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const hasContinuations = useConversation(conversation, (state) => state.continuations.length > 0)
  const lastQuestion = useConversation(conversation, lastQuestionId)
  const loadOlder = useCallback(() => void conversation.pages.loadOlder(), [conversation])
  const loadNewer = useCallback(() => void conversation.pages.loadNewer(), [conversation])
  const isDeleted = isOfMissingSession(runError, conversation.sessionId)
  const isWriting = useConversation(conversation, isAnswering)
  const isAsking = useConversation(conversation, needsDecision)
  const [isEndRead, setIsEndRead] = useState(true)
  const reading = useUnread(conversation, isEndRead)
  const thread = useMemo<Thread>(
    () => ({
      askAgain: (messageId, changed) => app.chat.regenerate(conversation.sessionId, messageId, changed),
      continueAnswer: (messageId) => app.chat.continueAnswer(conversation.sessionId, messageId),
      focusComposer: focusChatComposer,
      lastExchange: {
        retry: () => void editLast(conversation),
        undo: () => void undoLast(app, conversation),
      },
    }),
    [app, conversation],
  )
  const goToNewest = () => void conversation.pages.goToNewest()
  useTarget(conversation, column)
  useRestoredPlace(conversation, column, isElsewhere)
  useBeforePrint(drawAll)

  const onKeyDown = (event: KeyboardEvent) => {
    if (isUnhandledEscape(event) && !isBusy(conversation.store.getState())) focusChatComposer()
    const bound = app.settings.store.getState().settings.shortcuts
    const isNext = isCommandKey('messageNext', event, bound)
    if (isOfList(event) && (isNext || isCommandKey('messagePrevious', event, bound))) {
      event.preventDefault()
      stepMessage(isNext ? 1 : -1)
    }
    // The browser then goes to the first message, not only to the first one that is drawn so far, and does not stop where
    // a size changes on the way.
    if (event.key === 'Home' && !isInField(event.target)) {
      if (firstDrawn > 0) drawAll()
      measureNow()
    }
    // On its own, the browser would go only to the end of the loaded messages.
    if (event.key === 'End' && hasNewer && !isInField(event.target)) {
      event.preventDefault()
      goToNewest()
    }
  }
  const now = app.environment.now()
  const days = daysBegun(times, { now, hasMore })
  const lastExchangeAt = lastQuestion === undefined ? ids.length : ids.indexOf(lastQuestion)
  const isEmpty = phase === 'ready' && ids.length === 0 && !hasNewer && !isMoving && !hasContinuations
  return (
    <FollowScroll
      label={t('common.messagesTitle')}
      followKey={newestCalls}
      rows={ids}
      isReplacing={isMoving}
      onNearStart={hasMore && firstDrawn === 0 ? loadOlder : undefined}
      onNearEnd={hasNewer ? loadNewer : undefined}
      onJump={goToNewest}
      jumpNote={isAsking ? t('messages.approval.needsDecision') : jumpNote(reading.newBelow, isWriting)}
      onEndRead={(isRead) => {
        conversation.pages.setEndRead(isRead)
        setIsEndRead(isRead)
      }}
      onKeyDown={onKeyDown}
    >
      <Stack gap={5} ref={column} className={styles.column} data-slot="chat-column">
        {(hasOlder || hasNewer) && <p className={styles.printedPart}>{t('chat.list.printedPart')}</p>}
        {hasMore && <Hint className={styles.more}>{t('chat.list.loadingOlder')}</Hint>}
        {ids.map(
          (id, index) =>
            index >= firstDrawn && (
              <Fragment key={places[index]}>
                {days[index] != null && <DayLine at={days[index]} now={now} />}
                {id === reading.firstNewId && index > 0 && <NewLine onRead={reading.onNewRead} />}
                <ThreadMessage
                  conversation={conversation}
                  messageId={id}
                  thread={thread}
                  isLastExchange={!isDeleted && index >= lastExchangeAt}
                />
              </Fragment>
            ),
        )}
        {hasNewer && ids.length > 0 && <Hint className={styles.more}>{t('chat.list.loadingNewer')}</Hint>}
        {isEmpty && runError === null && <Hint className={styles.more}>{t('chat.list.empty')}</Hint>}
        {compacting !== null && !hasNewer && (
          <CompactingLine conversation={conversation} progress={compacting} />
        )}
        {runError !== null && (
          <ErrorCard
            error={runError}
            onOpenSettings={(error) =>
              app.openSettingsFor(error, conversation.store.getState().session?.model)
            }
          >
            {isDeleted ? <DeletedChatSteps conversation={conversation} /> : undefined}
          </ErrorCard>
        )}
        {phase === 'ready' && !hasNewer && !isMoving && !isDeleted && <ChatEnd conversation={conversation} />}
      </Stack>
      <RunAnnouncer conversation={conversation} />
      <RetryAnnouncer conversation={conversation} />
      <LazyCallAnnouncer conversation={conversation} saysEnds />
    </FollowScroll>
  )
}

/** A note about new messages below, for a user who has scrolled away. */
function jumpNote(newBelow: number | null, isWriting: boolean): string | null {
  if (isWriting) return t('chat.list.noteAnswering')
  return newBelow === null || newBelow === 0 ? null : t('chat.list.noteNew', { number: newBelow })
}

/** True if the key is for the list itself, not for a field in it or a menu above it. */
function isOfList({ target, currentTarget }: KeyboardEvent): boolean {
  const isInside = target instanceof Node && currentTarget.contains(target)
  return isInside && !isInField(target)
}

function isInField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}

/** Separates messages of different days. */
function DayLine({ at, now }: { at: number; now: number }) {
  const name = dayName(at, now)
  return (
    <Row gap={3} tone="faint" size="xs" className={linesStyles.chatDay} role="separator" aria-label={name}>
      <span aria-hidden="true">{name}</span>
    </Row>
  )
}

/** Announces to screen readers only when an answer starts and how it ends. */
function RunAnnouncer({ conversation }: { conversation: ConversationStore }) {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      conversation.store.subscribe((state, before) => {
        const isNow = isAnswering(state)
        if (isNow !== isAnswering(before))
          setWords(isNow ? t('chat.announcer.answering') : endOf(before, state))
      }),
    [conversation],
  )
  return (
    <HiddenText as="div" aria-live="polite">
      {words}
    </HiddenText>
  )
}

/** How the run that was live in `before` ended. The messages in `now` may be from another part of the chat. */
function endOf({ live }: Conversation, now: Conversation): string {
  const stored = now.messages.findLast((message) => message.id === live?.messageId)
  const status = stored?.status ?? endWithoutAnswer(live, now)
  if (status === 'complete') return t('chat.announcer.finished')
  if (status === 'partial') return t('chat.announcer.stopped')
  return status === 'failed' ? t('chat.announcer.failed') : ''
}

/** A continuation that adds nothing leaves no answer; its end may be published together with its absence. */
function endWithoutAnswer(live: Conversation['live'], now: Conversation): Message['status'] | undefined {
  const status = live?.snapshot.message.status
  if (status !== 'streaming' || now.hasNewer) return status
  return now.runError === null ? 'partial' : 'failed'
}

/** Messages that the user has not seen. */
interface UnreadState {
  /** The first message that arrived while this window did not show the chat, until it was read. */
  firstNewId: MessageId | null
  /** The number of messages below that have not been in view; null when unknown. */
  newBelow: number | null
  /** The user has read what is new. */
  onNewRead: () => void
}

/** Tracks what is read of a chat while the window shows it. `isEndRead`: its last message is in view. */
function useUnread(conversation: ConversationStore, isEndRead: boolean): UnreadState {
  const app = useApp()
  const { sessionId } = conversation
  const hadUnseen = useStore(app.sessionList.store, ({ sessions }) =>
    sessions.some(({ id, unseen }) => id === sessionId && unseen),
  )
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const begin = (): Visit & { newestCalls: number } => ({
    seen: app.lastSeen.of(sessionId),
    hadUnseen: hadUnseen && !app.lastSeen.isBegun(sessionId),
    since: app.environment.now(),
    newestCalls,
  })
  const [visit, setVisit] = useState<ReturnType<typeof begin> | null>(begin)
  const isVisible = usePageVisible(() => setVisit(begin()))
  const lastId = useConversation(conversation, lastStoredId)
  // A user who continues the chat has read everything above.
  const current = visit?.newestCalls === newestCalls ? visit : null
  const firstNew = useConversation(conversation, (state) =>
    current === null ? null : firstNewId(state, current),
  )
  const shownId = useConversation(conversation, lastShownId)
  useEffect(() => {
    if (!isVisible || !isEndRead || lastId === null || shownId === null) return
    app.lastSeen.note(sessionId, lastId)
    // While the line for new messages is shown, a reload must show it again.
    if (firstNew === null) app.lastSeen.save(sessionId, shownId)
  }, [app, sessionId, isVisible, isEndRead, lastId, shownId, firstNew])
  const newBelow = useConversation(conversation, (state) =>
    isEndRead ? 0 : countAfter(shownMessageIds(state), app.lastSeen.of(sessionId)),
  )
  return { firstNewId: firstNew, newBelow, onNewRead: () => setVisit(null) }
}

/** Next steps when the open chat is in the trash, perhaps deleted in another window. */
export function DeletedChatSteps({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const isTemporary = useStore(app.navigation, (state) => isTemporaryView(state.view))
  const restore = async () => {
    if (!(await app.sessionList.restoreSession(conversation.sessionId))) return
    conversation.setRunError(null)
    conversation.recover()
    focusChatComposer()
  }
  return (
    <>
      {!isTemporary && (
        <Button variant="link" onClick={() => void restore()}>
          {t('common.restore')}
        </Button>
      )}
      <Button variant="link" onClick={app.newChat}>
        {t('common.newChat')}
      </Button>
    </>
  )
}
