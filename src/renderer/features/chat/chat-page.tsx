import { useApp } from '../../state/app/use-app'
import { isTemporaryView, type View } from '../../state/navigation/navigation'
import { LazyOpenChat } from './lazy-chat'
import { NewChat } from './new-chat'

/** A chat, or the start of a new one. */
export function ChatPage({ view }: { view: Extract<View, { kind: 'chat' }> }) {
  const { conversations } = useApp()
  if (view.sessionId === null) return <NewChat isTemporary={isTemporaryView(view)} />
  return <LazyOpenChat conversation={conversations.of(view.sessionId)} view={view} />
}
