import type { ErrorCode, ErrorData } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import type { ApprovalRequest, RunEventBody } from '../../../shared/runs/events'
import { type Message, type Part, type StopReason, textAfterText } from '../../../shared/sessions/messages'
import type { Pane, Session } from '../../../shared/sessions/sessions'

/**
 * What a window may see of a hidden contestant. Each function builds a new value from the fields that say nothing about
 * it, so that a field added later stays hidden until it is listed here.
 */

/** Sent instead of the speed of a hidden contestant, which could identify it. */
export const unknownMetrics = { ttftMs: null, tokensPerSecond: null, durationMs: null }

/** Reasons why Parley or the user, not the model, ended an answer, and the length limit, which is visible anyway. */
const shownReasons: ReadonlySet<StopReason> = new Set([
  'end',
  'length',
  'user',
  'replaced',
  'client-closed',
  'shutdown',
  'interrupted',
])

/** Errors of Parley itself. All others may be in a provider's words, or name it. */
const shownErrors: ReadonlySet<ErrorCode> = new Set([
  'RUN_ACTIVE',
  'CANCELLED',
  'STORE_FULL',
  'STORE_DAMAGED',
])

/** What a request may name that does not exist. A missing model would say which one was asked. */
const shownAbsences: ReadonlySet<unknown> = new Set(['attachment', 'message', 'pane'])

/** The reason why an answer ended. */
export function hiddenReason(reason: StopReason): StopReason {
  return shownReasons.has(reason) ? reason : 'error'
}

/** An error of an answer. */
export function hiddenError(error: ErrorData): ErrorData {
  const { code, data } = error
  const isShown =
    shownErrors.has(code) ||
    (code === 'INVALID_INPUT' && data?.['reason'] === 'contestants-hidden') ||
    (code === 'NOT_FOUND' && shownAbsences.has(data?.['reason']))
  return isShown ? error : failureData('INTERNAL', 'contestant-hidden')
}

/** What may be known of a hidden pane. */
export function hiddenPane({ paneId, sessionId, position, letter }: Pane) {
  return { paneId, sessionId, position, ...(letter === undefined ? {} : { letter }) }
}

/** The last change of a session is the end of its answer, so a hidden one seems unchanged since its creation. */
export function hiddenSession(session: Session): Session {
  const { id, kind, title, pinned, archived, createdAt } = session
  return {
    id,
    kind,
    title,
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned,
    archived,
    createdAt,
    updatedAt: createdAt,
  }
}

/** A question is unchanged. An answer keeps only what the user judges. */
export function hiddenMessage(message: Message): Message {
  const { id, sessionId, parentId, role, parts, status, stopReason, runId, hidden, createdAt } = message
  const { isShortened } = message
  return {
    id,
    sessionId,
    parentId,
    role,
    parts: role === 'user' ? parts : parts.flatMap(hiddenPart),
    status,
    ...(stopReason === undefined ? {} : { stopReason: hiddenReason(stopReason) }),
    ...(runId === undefined ? {} : { runId }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(isShortened === undefined ? {} : { isShortened }),
    createdAt,
  }
}

/**
 * An approval request: without it, an agent or model would wait forever. The tools of models are Parley's or the user's
 * own, so a request names them: nobody can consent to what is not shown.
 */
export function hiddenApproval(request: ApprovalRequest): ApprovalRequest {
  const { approvalId, input, kind, changes, unlistedChanges, folder, isOnceOnly } = request
  const { subject, changedSince, origin } = request
  return {
    approvalId,
    toolName: '',
    input,
    ...(kind === undefined ? {} : { kind }),
    ...(changes === undefined ? {} : { changes }),
    ...(unlistedChanges === undefined ? {} : { unlistedChanges }),
    ...(folder === undefined ? {} : { folder }),
    ...(subject === undefined ? {} : { subject }),
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(origin === undefined ? {} : { origin }),
    ...(isOnceOnly === undefined ? {} : { isOnceOnly }),
  }
}

/** A decision about an approval request, without the id of the call: its form is that of one provider. */
export function hiddenDecision(
  event: Extract<RunEventBody, { type: 'approval-answered' }>,
): Extract<RunEventBody, { type: 'approval-answered' }> {
  const { type, approvalId, decision, isRemembered } = event
  return { type, approvalId, decision, ...(isRemembered === undefined ? {} : { isRemembered }) }
}

/** Reasoning, tools, plans and sources differ between models and agents, so they appear with the reveal. */
function hiddenPart(part: Part): Part[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: textAfterText(part) }]
    case 'attachment': {
      // An image in the result of a tool says that there was one, as its call would.
      if (part.toolCallId !== undefined) return []
      const { type, attachmentId, mediaType, sizeBytes, width, height, pageCount } = part
      return [
        {
          type,
          attachmentId,
          name: mediaType,
          mediaType,
          sizeBytes,
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          ...(pageCount === undefined ? {} : { pageCount }),
        },
      ]
    }
    case 'form':
      return [part]
    case 'knowledge':
      // All panes of a question get the same.
      return [part]
    case 'error': {
      const { code, message, data } = hiddenError(part)
      return [{ type: 'error', code, message, ...(data === undefined ? {} : { data }) }]
    }
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
    case 'plan':
    case 'sources':
      return []
    default:
      return assertNever(part)
  }
}
