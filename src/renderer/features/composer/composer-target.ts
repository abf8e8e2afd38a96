import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { AgentPlace, AgentWork, Recipient, StoredWork } from '../../state/agents/agent-work'
import type { WrittenMessage } from '../../state/attachments/outbox'
import type { ToolTarget } from '../../state/tools/tools'
import type { CommandScope } from '../commands/command'

/** A message about to be sent. */
export interface OutgoingMessage extends WrittenMessage {
  /** The model that it names, which answers instead of the recipient's own. */
  model?: string
  /** The original draft, to restore it if a later refusal arrives. */
  draft: WrittenMessage
  /** The composer to which it returns if it is refused: another one if an earlier message has created a chat. */
  returnsTo: string
}

/** Sends a message. Resolves or rejects with the refusal, after which the draft is restored. */
export type SendMessage = (message: OutgoingMessage) => Promise<ErrorData | null>

/** The target of a composer: a chat, all panes of a comparison, or one pane. */
export interface ComposerTarget {
  /** The key of its draft. */
  place: string
  /** The session whose sent messages Arrow Up offers first; null to treat all chats alike. */
  sessionId: SessionId | null
  /** `slim` is one of several: it leaves initial focus and files dropped on the window to the composer of the view. */
  variant: 'column' | 'wide' | 'slim'
  commands: CommandScope
  recipients: readonly Recipient[]
  /** Nothing in it is stored, so it takes neither files nor agents. */
  isTemporary?: boolean
  /** Why nothing can be sent to them now. Evaluated when sending. */
  disabledReason?: () => ErrorData | null
  send: SendMessage
  /** The target of the tool switches. */
  tools: ToolTarget
  /** Lets users change how the agents among the recipients work; absent where that is done elsewhere. */
  work?: {
    where: AgentPlace
    /** Changes each of them by what `next` returns. Resolves with the refusal. */
    change: (next: (work: StoredWork) => Partial<AgentWork>) => Promise<ErrorData | null>
  }
}
