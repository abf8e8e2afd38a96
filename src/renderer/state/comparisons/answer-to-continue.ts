import { endedEarly, partsToContinue } from '../../../shared/runs/continuing'
import type { Message } from '../../../shared/sessions/messages'
import type { Conversation } from '../conversations/conversation'

/** The answer at the end, if it ended early and can be continued now. */
export function answerToContinue({ messages, hasNewer, isRunning }: Conversation): Message | undefined {
  const last = messages.at(-1)
  if (last === undefined || hasNewer || isRunning) return undefined
  return endedEarly(last) && partsToContinue(last) !== null ? last : undefined
}
