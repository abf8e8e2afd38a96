import type { MessageId } from '../../../shared/ids'
import { addsNothing } from '../../../shared/runs/continuing'
import { lastRunUsage } from '../../../shared/sessions/continued-usage'
import type { Message, Usage } from '../../../shared/sessions/messages'
import { withUsage } from '../spending/spending-ledger'
import type { MessageRows } from '../messages/message-rows'
import type { OpenRun } from '../messages/run-journal'
import type { SessionRow } from './session-rows'

/**
 * The stored answer that the run continued, if `answer` adds nothing to it and so need not be stored; null otherwise, or
 * if that answer is missing.
 */
export function answerWithoutChange(messages: MessageRows, run: OpenRun, answer: Message): MessageId | null {
  if (run.continues === undefined) return null
  const continued = messages.get(run.sessionId, run.continues.messageId)
  return continued !== undefined && addsNothing(answer, continued) ? continued.id : null
}

/** Changes a session whose run leaves no answer: it shows the previous path again, and keeps what the run used. */
export function afterDroppedAnswer(
  messages: MessageRows,
  row: SessionRow,
  { run: { parentId, continues }, usage }: { run: OpenRun; usage: Usage | undefined },
): Pick<SessionRow, 'leaf_id' | 'background_usage'> {
  const { model: _model, ...counts } = lastRunUsage(usage ?? {})
  return {
    leaf_id:
      row.leaf_id === parentId && continues !== undefined
        ? shownAgain(messages, row, continues)
        : row.leaf_id,
    background_usage:
      Object.keys(counts).length === 0 ? row.background_usage : withUsage(row.background_usage, counts),
  }
}

/** The former end of the path, if the continued answer is on that path. */
function shownAgain(
  messages: MessageRows,
  { id }: SessionRow,
  { messageId, leafId }: NonNullable<OpenRun['continues']>,
): MessageId {
  const wasShown = leafId !== null && messages.pathIds(leafId).includes(messageId)
  return wasShown ? leafId : messages.newestBelow(id, messageId)
}
