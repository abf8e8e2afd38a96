import { z } from 'zod'

import { approvalDecisions } from '../agents/agents'
import type { MessageId, RunId } from '../ids'
import type { AttachmentPart, Receipt } from '../sessions/messages'
import type { RunSummary } from '../runs/summary'
import type { QueuedMessage } from '../runs/queue'
import { attachments } from './attachment-routes'
import { route } from './define-route'
import {
  emptyMessageIssue,
  id,
  messageBody,
  messageId,
  messageInput,
  modelRef,
  saysSomething,
  sessionId,
} from './fields'

const queuedId = id<QueuedMessage['id']>()
const formId = z.string().min(1).max(512)
/** What a user has put into a form. */
export const filledForm = z.object({ formId, values: z.record(z.string(), z.unknown()) })

/** The routes of chat runs: sending, stopping, what waits to be sent, and forms that runs put up. */
export const runRoutes = {
  /**
   * Stores the message and starts a detached run; answers when the run has begun. With `queue`, and a session that
   * is busy, it waits its turn instead and becomes a message only when its run begins: `isQueued` is then true, and
   * the ids are those that the run and its answer will have.
   * @throws INVALID_INPUT the session belongs to a pane, where only `pane.run` starts a run; so do the routes below
   * @throws RUN_ACTIVE a run is active and `whenBusy` is `reject` (the default)
   * @throws CANCELLED a later `replace` took this one's place; nothing was stored
   */
  'runs.send': route(
    z
      .object({
        sessionId,
        /** May be empty where there are `attachments`. */
        text: messageBody,
        attachments: attachments.exactOptional(),
        /** Answers this message alone, in place of the chat's own model. */
        model: modelRef.exactOptional(),
        whenBusy: z.enum(['reject', 'queue', 'replace']).exactOptional(),
      })
      .refine(saysSomething, emptyMessageIssue),
  ).returns<{ runId: RunId; messageId: MessageId; isQueued?: true }>(),
  /** Answers again: beside the assistant message `messageId`, or to the user message `messageId` as edited by `text`. */
  'runs.regenerate': route(
    z
      .object({
        sessionId,
        messageId,
        text: messageBody.exactOptional(),
        /** With `text`: the files of the edited message. Absent, it keeps those that it has. */
        attachments: attachments.exactOptional(),
        model: modelRef.exactOptional(),
      })
      .refine(saysSomething, emptyMessageIssue),
  ).returns<{ runId: RunId }>(),
  /**
   * Stops the session's run, also a pane's, or one that has nothing to show and so no receipt. Answers once the partial
   * is on disk and the upstream is gone. What waits in the queue then begins, unless `holdQueue` says that it is to
   * wait for `queue.resume`.
   */
  'runs.stop': route(z.object({ sessionId, holdQueue: z.boolean().exactOptional() })).returns<{
    stopped: boolean
    receipt: Receipt | null
  }>(),
  'runs.list': route(z.object({})).returns<{ runs: RunSummary[] }>(),

  /** Rewrites a message that still waits. @throws NOT_FOUND its run has begun, or it was taken back */
  'queue.edit': route(z.object({ sessionId, queuedId, text: messageInput })).returns<Record<string, never>>(),
  /** Takes a message back that still waits, and hands back what it says. @throws NOT_FOUND */
  'queue.remove': route(z.object({ sessionId, queuedId })).returns<{
    text: string
    attachments?: AttachmentPart[]
  }>(),
  /** Goes on with what was held: the first that waits begins as soon as the session is free. */
  'queue.resume': route(z.object({ sessionId })).returns<Record<string, never>>(),

  /**
   * Answers a form. One that ended its run: a hidden user message with the values, and a new run. One that its run
   * still waits for: that run goes on, and it is its id that is returned.
   * @throws INVALID_INPUT the values are not what the form asks for, or a run would start in a pane, where `pane.run`
   * does that; nothing was started
   */
  'forms.submit': route(filledForm.extend({ sessionId })).returns<{
    runId: RunId
  }>(),
  /**
   * Decides what a run asked before it acts. `session` and `always` decide also what is asked later in the same words:
   * in this chat, or by this agent in this folder. A run that has ended asks nothing any more.
   * @throws NOT_FOUND nobody waits for it: it was decided, withdrawn, or its run has ended
   */
  'approvals.answer': route(
    z.object({ approvalId: z.string().min(1).max(200), decision: z.enum(approvalDecisions) }),
  ).returns<Record<string, never>>(),
  /** Declines a form. `runId` is null when no run waited for it. */
  'forms.dismiss': route(z.object({ sessionId, formId })).returns<{ runId: RunId | null }>(),
}
