import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { AgentPlace, AgentWork, Recipient, StoredWork } from '../../state/agents/agent-work'
import type { WrittenMessage } from '../../state/attachments/written-message'
import type { CommandScope } from '../commands/command-scope'

/** A message on its way to where it is sent. */
export interface OutgoingMessage extends WrittenMessage {
  /** The model that it names, which answers it in place of the recipient's own. */
  model?: string
  /** The same as it stands in the composer: what to give back when it is refused later. */
  draft: WrittenMessage
}

/** Sends a message. Answers, or throws, why it was not accepted; after null its draft goes. */
export type SendMessage = (message: OutgoingMessage) => Promise<ErrorData | null>

/** What one composer is for: a chat, all panes of a comparison, or one pane. */
export interface ComposerTarget {
  /** Where its draft is kept. */
  place: string
  /** Whose sent messages Arrow Up brings back first; null for those of every chat alike. */
  sessionId: SessionId | null
  /** `slim` is one of several: it leaves the keyboard, and files dropped on the window, to the composer of the view. */
  look: 'column' | 'wide' | 'slim'
  commands: CommandScope
  recipients: readonly Recipient[]
  /** Why they can be sent nothing now, whatever it is. Asked at the moment of sending. */
  whyNot?: () => ErrorData | null
  send: SendMessage
  /** Lets people change how the agents among the recipients work; absent where that is done elsewhere. */
  work?: {
    where: AgentPlace
    /** Changes each of them by `next`. Answers why it could not. */
    change: (next: (work: StoredWork) => AgentWork) => Promise<ErrorData | null>
  }
}
