import type { StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import { refusalOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'
import type { Outbox } from '../attachments/outbox'
import type { Dialogs } from '../dialogs/dialogs'
import { draftForChat } from '../drafts/draft-places'
import type { Drafts } from '../drafts/drafts'
import { isTemporaryView, type NavigationState, placeOfView, type View } from '../navigation/navigation'
import { isOfMissingSession } from './conversation'
import type { Conversations } from './conversations'

interface TemporaryChatsDeps {
  api: ParleyApi
  navigation: StoreApi<NavigationState>
  dialogs: Dialogs
  conversations: Conversations
  drafts: Drafts
  outbox: Outbox
  onKept: (session: Session) => void
}

/**
 * The temporary chat of this window. It exists as long as it is shown: leaving it discards it, after asking if it has
 * messages.
 */
export class TemporaryChats {
  readonly #deps: TemporaryChatsDeps

  constructor(deps: TemporaryChatsDeps) {
    this.#deps = deps
  }

  /** Goes to `view`, unless that leaves a temporary chat with messages: then the user is asked first. */
  go(view: View): void {
    const left = this.#leftFor(view)
    if (left !== null && this.#hasContent(left)) {
      this.#deps.dialogs.open({ kind: 'leave', to: view })
      return
    }
    this.#show(view)
    if (left !== null) this.#discard(left)
  }

  /** True if closing this window would lose a chat. */
  get wouldLose(): boolean {
    const { view } = this.#deps.navigation.getState()
    return view.kind === 'chat' && isTemporaryView(view) && this.#hasContent(view.sessionId)
  }

  /** The user leaves, and the chat is discarded. */
  discardAndLeave(): void {
    const leaving = this.#deps.dialogs.find('leave')
    if (leaving === null) return
    const left = this.#leftFor(leaving.to)
    this.#show(leaving.to)
    if (left !== null) this.#discard(left)
  }

  /** The user leaves, and the chat is stored. Resolves with the refusal; the user then stays. */
  async keepAndLeave(): Promise<ErrorData | null> {
    const leaving = this.#deps.dialogs.find('leave')
    if (leaving === null) return null
    const left = this.#leftFor(leaving.to)
    const refusal = left === null ? null : await this.keep(left)
    // The user may have decided otherwise in the meantime.
    if (refusal === null && this.#deps.dialogs.find('leave') === leaving) this.#show(leaving.to)
    return refusal
  }

  /** Stores the whole chat. Resolves with the refusal. */
  keep(sessionId: SessionId): Promise<ErrorData | null> {
    const { api, drafts, onKept } = this.#deps
    return refusalOf(async () => {
      const { session } = await api.invoke('sessions.keep', { sessionId })
      this.noteState(session)
      onKept(session)
      drafts.savePrivate()
    })
  }

  /**
   * Main decides whether the chat is temporary: the address may be outdated. Null means that main has not answered yet,
   * although the answer may already be arriving.
   */
  noteState(session: Pick<Session, 'id' | 'isTemporary'> | null): void {
    const { view } = this.#deps.navigation.getState()
    if (session === null || view.kind !== 'chat' || view.sessionId !== session.id) return
    const { isTemporary } = session
    if (view.isTemporary !== isTemporary) this.#deps.navigation.setState({ view: { ...view, isTemporary } })
  }

  /** Leaves the temporary chat for `view`. */
  #leftFor(view: View): SessionId | null {
    const { view: from } = this.#deps.navigation.getState()
    const isLeft = isTemporaryView(from) && placeOfView(from) !== placeOfView(view)
    return isLeft && from.kind === 'chat' ? from.sessionId : null
  }

  #show(view: View): void {
    const { view: from } = this.#deps.navigation.getState()
    const isSame = isTemporaryView(from) && view.kind === 'chat' && placeOfView(from) === placeOfView(view)
    this.#deps.navigation.setState({
      view: isSame ? { ...view, isTemporary: true } : view,
      isSidebarOpen: false,
    })
    this.#deps.dialogs.close('leave')
  }

  #hasContent(sessionId: SessionId | null): boolean {
    if (sessionId === null) return false
    const { messages, live, phase, runError } = this.#deps.conversations.of(sessionId).store.getState()
    const isThere = phase !== 'failed' && !isOfMissingSession(runError, sessionId)
    return isThere && (messages.length > 0 || live !== null)
  }

  #discard(sessionId: SessionId): void {
    this.#deps.outbox.discard(draftForChat(sessionId))
    this.#deps.drafts.dropPrivate()
    // Main discards it anyway when no window has shown it for a while.
    this.#deps.api.invoke('sessions.delete', { sessionId, unlessShownElsewhere: true }).catch(() => {})
  }
}
