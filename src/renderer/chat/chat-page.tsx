import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { SessionId } from '../../shared/ids'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation, useShown } from '../state/use-app'
import { AppModelPicker } from '../ui/model-picker/app-model-picker'
import { ErrorCard } from '../ui/error-card'
import { Button } from '../ui/button'
import { TitleBar } from '../ui/title-bar'
import { ChatComposer } from './chat-composer'
import { MessageList } from './message-list'
import { NewChat } from './new-chat'
import './chat.css'

/** One chat, or the beginning of one. */
export function ChatPage({ sessionId }: { sessionId: SessionId | null }) {
  const { conversations } = useApp()
  if (sessionId === null) return <NewChat />
  return <OpenChat conversation={conversations.of(sessionId)} />
}

function OpenChat({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const { sessionId } = conversation
  useShown(conversation)
  useDocumentTitle(conversation)
  const session = useConversation(conversation, (state) => state.session)
  const phase = useConversation(conversation, (state) => state.phase)
  const loadError = useConversation(conversation, (state) => state.loadError)
  const listed = useStore(app.sessionList.store, (state) => state.sessions.find(({ id }) => id === sessionId))
  const isUnseen = listed?.unseen === true
  useEffect(() => {
    if (isUnseen) void app.sessionList.markSeen(sessionId)
  }, [app, sessionId, isUnseen])

  const setModel = async (model: string) => {
    const refusal = await app.chat.setModel(sessionId, model)
    if (refusal !== null) conversation.setRunError(refusal)
  }

  return (
    <>
      <TitleBar
        title={listed?.title ?? session?.title ?? ''}
        onRename={(title) => void app.sessionList.renameSession(sessionId, title)}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <AppModelPicker
          value={session?.model ?? listed?.model ?? null}
          onChange={(model) => void setModel(model)}
        />
      </TitleBar>
      {phase === 'failed' && loadError !== null ? (
        <div className="chat-failed">
          <ErrorCard error={loadError}>
            {/* What a broken part keeps from being loaded is loaded by itself once that part is well. */}
            {loadError.code !== 'DEGRADED' && (
              <Button look="link" onClick={() => conversation.retry()}>
                Load again
              </Button>
            )}
            <Button look="link" onClick={app.newChat}>
              New chat
            </Button>
          </ErrorCard>
        </div>
      ) : (
        <>
          <MessageList conversation={conversation} />
          <ChatComposer conversation={conversation} />
        </>
      )}
    </>
  )
}

function useDocumentTitle(conversation: ConversationStore): void {
  const title = useConversation(conversation, (state) => state.session?.title)
  useEffect(() => {
    document.title = title === undefined ? 'Parley' : `${title} · Parley`
    return () => {
      document.title = 'Parley'
    }
  }, [title])
}
