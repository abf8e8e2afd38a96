import type { SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { Message, Part } from '../../../shared/messages'
import { ErrorCard } from '../error-card'
import { Markdown } from '../markdown/markdown'
import { FormCard } from './form-card'
import type { MessageActions } from './message-actions'
import { Reasoning } from './reasoning'
import { LoneToolResult, ToolCard } from './tool-card'

/** What an answer consists of, in the order in which it came. */
export function AnswerParts({ message, actions }: { message: Message; actions: MessageActions }) {
  const { parts } = message
  return parts.map((part, index) => (
    <AnswerPart
      key={index}
      part={part}
      parts={parts}
      sessionId={message.sessionId}
      isGrowing={message.status === 'streaming' && index === parts.length - 1}
      actions={actions}
    />
  ))
}

interface AnswerPartProps {
  part: Part
  parts: readonly Part[]
  sessionId: SessionId
  isGrowing: boolean
  actions: MessageActions
}

function AnswerPart({ part, parts, sessionId, isGrowing, actions }: AnswerPartProps) {
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} isStreaming={isGrowing} />
    case 'reasoning':
      return part.text === '' ? null : <Reasoning part={part} isThinking={isGrowing} />
    case 'tool-call': {
      const result = parts.find(
        (other) => other.type === 'tool-result' && other.toolCallId === part.toolCallId,
      )
      return <ToolCard call={part} result={result?.type === 'tool-result' ? result : undefined} />
    }
    case 'tool-result': {
      const hasCall = parts.some(
        (other) => other.type === 'tool-call' && other.toolCallId === part.toolCallId,
      )
      return hasCall ? null : <LoneToolResult result={part} />
    }
    case 'attachment':
      return <p className="attachment">{part.name}</p>
    case 'form':
      return <FormCard part={part} sessionId={sessionId} />
    case 'plan':
      return null
    case 'error':
      return <ErrorCard error={part} onOpenSettings={actions.onOpenSettings} onRetry={actions.onRetry} />
    default:
      return assertNever(part)
  }
}
