import { useEffect, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import type { View } from '../../state/navigation/navigation'
import { chatEntry } from '../../state/session-list/session-entry'
import { factsFor, modelName } from '../../state/models/models'
import { isOfMissingSession, isBusy, lastAnswer } from '../../state/conversations/conversation'
import { useApp, useConversation, useShown, useViewActions, useTitleWithKeys } from '../../state/app/use-app'
import { ChangesBar } from '../agent-changes/changes-bar'
import { AppModelPicker } from '../model-picker/app-model-picker'
import { ErrorCard } from '../error-card/error-card'
import { lazyComponent } from '../../ui/lazy-component'
import { Button, IconButton } from '../../ui/controls/button'
import { ModelSettingsButton } from '../model-settings/model-settings-button'
import { useNamedMessage, focusRow, revealRow } from '../message-navigation/message-elements'
import { ShowPageContext } from '../../markdown/code/markdown-context'
import { usePagePanel } from '../pages/use-page-panel'
import { ProjectChip } from '../projects/project-chip'
import { LocalMark } from '../title-bar/local-mark'
import { TitleBar } from '../title-bar/title-bar'
import { ChatComposer } from './composer/chat-composer'
import { ChatNotice } from './chat-notice'
import { ForkBar } from './fork-bar'
import { VisitBar } from '../message-navigation/visit-bar'
import noticeStyles from './chat-notice.module.css'
import { DeletedChatSteps, MessageList } from './thread/message-list'
import { LazyFindBar, LazyOutlinePanel, LazyPagePanel } from './lazy-panels'
import type { OutlineCall } from './outline-panel'
import { editLast, focusChatComposer, undoLast } from './exchange/last-exchange'
import { showRefusal, busyReasonOf } from '../message/rows/thread'
import { TemporaryBadge } from './temporary/temporary-badge'
import { usePageVisible } from '../../ui/viewport/use-in-view'
import { classNames } from '../../ui/class-names'
import { Stack } from '../../ui/layout/layout'
import { action } from '../../state/actions/action-list'
import { copyNewestAnswer, copyNewestCode } from '../message/rows/copy-message'
import { stepMessage } from './thread/step-message'
import styles from './chat.module.css'

const CompactDialog = lazyComponent(() => import('./compaction/compact-dialog'), 'CompactDialog')

interface OpenChatProps {
  conversation: ConversationStore
  view: Extract<View, { kind: 'chat' }>
}

/** A chat that exists: its messages, and what is written next. */
export function OpenChat({ conversation, view }: OpenChatProps) {
  const app = useApp()
  const titleWithKeys = useTitleWithKeys()
  const { sessionId } = conversation
  useShown(conversation)
  useDocumentTitle(conversation)
  const session = useConversation(conversation, (state) => state.session)
  const phase = useConversation(conversation, (state) => state.phase)
  const loadError = useConversation(conversation, (state) => state.loadError)
  const listed = useStore(app.sessionList.store, (state) => state.sessions.find(({ id }) => id === sessionId))
  const isVisible = usePageVisible()
  const isUnseen = (listed?.unseen === true || listed?.unseenFailure === true) && isVisible
  useEffect(() => {
    if (isUnseen) void app.sessionList.markSeen(sessionId)
  }, [app, sessionId, isUnseen])

  useNamedMessage(conversation, view, {
    onRefused: (error) => conversation.setNotice({ kind: 'refused', error }),
    onLeft: () => app.go({ kind: 'chat', sessionId }),
  })
  useEffect(() => app.temporary.noteState(session), [app, session])
  const find = useFind()
  const outlineButton = useRef<HTMLButtonElement>(null)
  const outline = useOutline(outlineButton)
  const [isCompacting, setIsCompacting] = useState(false)
  const onCompact = () => setIsCompacting(true)
  const pages = usePagePanel(conversation)
  // They take the same place.
  const toggleOutline = () => {
    if (pages.subject !== null) pages.close()
    outline.toggle()
  }
  useChatActions(conversation, { onFind: find.open, onOutline: toggleOutline, onCompact, pages })
  const models = useStore(app.models.store, (state) => state.models)
  const model = session?.model ?? listed?.model ?? null
  const setModel = async (chosen: string) => {
    const refusal = await app.chat.setModel(sessionId, chosen)
    if (refusal !== null) conversation.setRunError(refusal)
  }

  return (
    <>
      <TitleBar
        title={listed?.title ?? session?.title ?? ''}
        onRename={(title) => void app.sessionList.renameSession(sessionId, title)}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <ProjectChip
          projectId={session?.projectId}
          onChange={() => {
            if (session === null) return
            const entry = chatEntry(listed ?? { ...session, running: false, unseen: false })
            app.dialogs.open({ kind: 'project', shown: { kind: 'move', entries: [entry] } })
          }}
        />
        {(listed ?? session)?.isLocal === true && <LocalMark />}
        {session?.isTemporary === true && <TemporaryBadge conversation={conversation} />}
        {phase !== 'failed' && <AppModelPicker value={model} onChange={(chosen) => void setModel(chosen)} />}
        {session !== null && (
          <ModelSettingsButton
            params={session.params}
            systemPrompt={session.systemPrompt}
            modelName={modelName(models, model)}
            facts={factsFor(models, model)}
            onChange={(changed) =>
              void showRefusal(conversation, app.chat.setModelSettings(sessionId, changed))
            }
          />
        )}
        {phase !== 'failed' && (
          <IconButton
            icon="outline"
            label={t('actions.titles.outline')}
            ref={outlineButton}
            aria-expanded={outline.isOpen}
            title={titleWithKeys(t('actions.titles.outline'), 'outline')}
            onClick={toggleOutline}
          />
        )}
      </TitleBar>
      {phase === 'failed' && loadError !== null ? (
        <div className={styles.failed}>
          <ErrorCard error={loadError}>
            {/* Without a retry button for broken parts: the chat loads automatically once they recover. */}
            {isOfMissingSession(loadError, conversation.sessionId) ? (
              <DeletedChatSteps conversation={conversation} />
            ) : (
              <>
                {loadError.code !== 'DEGRADED' && (
                  <Button variant="link" onClick={() => conversation.retry()}>
                    {t('common.tryAgain')}
                  </Button>
                )}
                <Button variant="link" onClick={app.newChat}>
                  {t('common.newChat')}
                </Button>
              </>
            )}
          </ErrorCard>
        </div>
      ) : (
        <Stack
          gap={0}
          grow
          className={classNames(
            styles.body,
            pages.subject === null ? outline.isOpen && styles.bodyOutlined : styles.bodyWithPage,
          )}
        >
          {find.isOpen && <LazyFindBar conversation={conversation} calls={find.calls} onClose={find.close} />}
          <ShowPageContext value={pages.show}>
            <MessageList conversation={conversation} isElsewhere={view.messageId !== undefined} />
          </ShowPageContext>
          <ChangesBar conversation={conversation} workspace={session?.workspace ?? null} />
          <VisitBar conversation={conversation} className={noticeStyles.chatNotice} />
          <ForkBar conversation={conversation} />
          <ChatNotice conversation={conversation} />
          <ChatComposer conversation={conversation} />
          {isCompacting && (
            <CompactDialog conversation={conversation} onClose={() => setIsCompacting(false)} />
          )}
          {outline.isOpen && (
            <LazyOutlinePanel conversation={conversation} call={outline.call} onClose={outline.close} />
          )}
          {pages.subject !== null && (
            <LazyPagePanel
              key={pages.subject.messageId}
              conversation={conversation}
              subject={pages.subject}
              onClose={pages.close}
            />
          )}
        </Stack>
      )}
    </>
  )
}

/** The state of the find bar. Closing it restores the focus. */
function useFind() {
  const [calls, setCalls] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  return {
    isOpen,
    calls,
    open: () => {
      if (!isOpen)
        before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setCalls(calls + 1)
      setIsOpen(true)
    },
    close: () => {
      setIsOpen(false)
      if (before.current?.isConnected === true && before.current !== document.body) before.current.focus()
      else focusChatComposer()
    },
  }
}

/** The state of the outline, shared by all chats in this window. Opening it with the button focuses it. */
function useOutline(button: RefObject<HTMLButtonElement | null>) {
  const app = useApp()
  const isOpen = useStore(app.navigation, (state) => state.isOutlineOpen)
  const [call, setCall] = useState<OutlineCall | null>(null)
  const close = () => {
    app.navigation.setState({ isOutlineOpen: false })
    button.current?.focus()
  }
  const open = () => {
    setCall({ focusBefore: document.activeElement })
    app.navigation.setState({ isOutlineOpen: true })
  }
  return { isOpen, call, close, toggle: isOpen ? close : open }
}

function useDocumentTitle(conversation: ConversationStore): void {
  // Browsers store the titles of pages.
  const title = useConversation(conversation, ({ session }) =>
    session?.isTemporary === true ? t('actions.titles.temporaryChat') : session?.title,
  )
  useEffect(() => {
    document.title = title === undefined ? 'Parley' : `${title} · Parley`
    return () => {
      document.title = 'Parley'
    }
  }, [title])
}

interface ChatViewActions {
  onFind: () => void
  onOutline: () => void
  onCompact: () => void
  pages: ReturnType<typeof usePagePanel>
}

/** Offers the actions of an open chat while it is shown. */
function useChatActions(
  conversation: ConversationStore,
  { onFind, onOutline, onCompact, pages }: ChatViewActions,
): void {
  const app = useApp()
  const state = () => conversation.store.getState()
  const whyNotAnswered = () => (lastAnswer(state()) === undefined ? t('chat.refusal.nothingAnswered') : null)
  useViewActions(() => [
    action('find', { run: onFind }),
    action('outline', { run: onOutline }),
    action('previousMessage', { run: () => void stepMessage(-1) }),
    action('nextMessage', {
      run: () => {
        // The composer follows the last message.
        if (!stepMessage(1)) focusChatComposer()
      },
    }),
    action('newestAnswer', {
      disabledReason: whyNotAnswered,
      run: () => void focusNewestAnswer(conversation),
    }),
    action('copyAnswer', {
      disabledReason: whyNotAnswered,
      run: () => void copyNewestAnswer(app, conversation),
    }),
    action('copyCode', {
      disabledReason: whyNotAnswered,
      run: () => void copyNewestCode(app, conversation),
    }),
    action('showPage', {
      disabledReason: () => (pages.hasPage() ? null : t('chat.refusal.noPage')),
      run: pages.subject === null ? pages.showNewest : pages.close,
    }),
    action('retry', {
      disabledReason: () => busyReasonOf(conversation),
      run: () => void editLast(conversation),
    }),
    action('undo', {
      disabledReason: () => busyReasonOf(conversation),
      run: () => void undoLast(app, conversation),
    }),
    action('compact', {
      disabledReason: () => busyReasonOf(conversation) ?? whyNotAnswered(),
      run: onCompact,
    }),
    action('stop', {
      disabledReason: () => (isBusy(state()) ? null : t('chat.refusal.notAnswering')),
      run: () => void showRefusal(conversation, app.chat.stop(conversation.sessionId)),
    }),
  ])
}

async function focusNewestAnswer(conversation: ConversationStore): Promise<void> {
  if (conversation.store.getState().hasNewer) await conversation.pages.goToNewest()
  // What was loaded renders in the next frame.
  requestAnimationFrame(() => {
    const answers = document.querySelectorAll<HTMLElement>(
      '[data-slot="chat-column"] [data-role="assistant"]',
    )
    const newest = [...answers].at(-1)
    if (newest === undefined) return
    focusRow(newest)
    revealRow(newest)
  })
}
