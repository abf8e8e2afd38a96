import { z } from 'zod'

import { approvalDecisions } from '../agents/agents'
import type { MessageId, RunId } from '../ids'
import type { CompactionEvent, CompactionPlan } from '../sessions/compaction'
import type { AttachmentPart, ChatSummary, Receipt } from '../sessions/messages'
import type { RunSummary } from '../runs/run-identity'
import type { QueuedMessage } from '../runs/queue'
import { attachments } from './attachment-routes'
import { route, stream } from './definitions/define-route'
import {
  emptyMessageIssue,
  messageBody,
  messageId,
  messageInput,
  saysSomething,
  sessionId,
} from './definitions/fields'
import { id } from '../schema'
import { modelRef } from '../models/schema'

const queuedId = id<QueuedMessage['id']>()
const formId = z.string().min(1).max(512)
/** The values that a user entered in a form. */
export const filledForm = z.object({ formId, values: z.record(z.string(), z.unknown()) })

/** A message to answer again, with changes to the message and its model. */
export const answerAgain = z.object({
  messageId,
  text: messageBody.exactOptional(),
  /** With `text`: the attachments of the edited message. Absent keeps the current ones. */
  attachments: attachments.exactOptional(),
  model: modelRef.exactOptional(),
})

/** Routes of chat runs: sending, stopping, the queue, and forms. */
export const runRoutes = {
  /**
   * Stores the message and starts a detached run; returns when the run has begun. With `queue`, a message to a busy
   * session waits and is stored only when its run begins: `isQueued` is then true, and the ids are those that the
   * message and its answer will have.
   * @throws INVALID_INPUT the session belongs to a pane, where only `pane.run` starts runs; also for the routes below
   * @throws RUN_ACTIVE a run is active and `whenBusy` is `reject` (the default)
   * @throws CANCELLED a later `replace` superseded this message; nothing was stored
   */
  'runs.send': route(() =>
    z
      .object({
        sessionId,
        /** May be empty if there are `attachments`. */
        text: messageBody,
        attachments: attachments.exactOptional(),
        /** Answers only this message, instead of the chat's model. */
        model: modelRef.exactOptional(),
        whenBusy: z.enum(['reject', 'queue', 'replace']).exactOptional(),
      })
      .refine(saysSomething, emptyMessageIssue),
  ).returns<{ runId: RunId; messageId: MessageId; isQueued?: true }>(),
  /** Generates another version of the assistant message `messageId`, or answers `messageId` as edited by `text`. */
  'runs.regenerate': route(() =>
    answerAgain.extend({ sessionId }).refine(saysSomething, emptyMessageIssue),
  ).returns<{ runId: RunId }>(),
  /**
   * Continues the answer `messageId`, which was stopped, cut off or edited, with the model that began it. The result is
   * another version, with the text so far.
   * @throws INVALID_INPUT the answer is complete, has no text, is a merge, or an agent wrote it
   */
  'runs.continue': route(() => z.object({ sessionId, messageId })).returns<{ runId: RunId }>(),
  /**
   * Stops the session's run, including a pane's, or one that shows nothing and has no receipt. Returns once the partial
   * answer is on disk and the upstream is closed. The queue then continues, unless `holdQueue` pauses it until
   * `queue.resume`.
   */
  'runs.stop': route(() => z.object({ sessionId, holdQueue: z.boolean().exactOptional() })).returns<{
    stopped: boolean
    receipt: Receipt | null
  }>(),
  'runs.list': route(() => z.object({})).returns<{ runs: RunSummary[] }>(),

  /** Edits a queued message. @throws NOT_FOUND its run has begun, or it was removed */
  'queue.edit': route(() => z.object({ sessionId, queuedId, text: messageInput })).returns<
    Record<string, never>
  >(),
  /** Removes a message from the queue and returns it. @throws NOT_FOUND */
  'queue.remove': route(() => z.object({ sessionId, queuedId })).returns<{
    text: string
    attachments?: AttachmentPart[]
  }>(),
  /** Resumes a paused queue: its first message starts as soon as the session is free. */
  'queue.resume': route(() => z.object({ sessionId })).returns<Record<string, never>>(),

  /**
   * Answers a form. If the form ended its run, this stores a hidden user message with the values and starts a new run.
   * If the run is still waiting, it continues, and its id is returned.
   * @throws INVALID_INPUT the values do not match the form, or it belongs to a pane where only `pane.run` starts runs;
   * nothing was started
   */
  'forms.submit': route(() => filledForm.extend({ sessionId })).returns<{
    runId: RunId
  }>(),
  /**
   * Answers an approval request of a run. Other decisions than `once` and `deny` also answer later requests: `session` in
   * this chat, `always` and `never` everywhere. For an agent these are identical requests in the same folder; for a tool,
   * all its calls at the same place, with `session` and `always` only as long as its definition stays the same.
   * @throws STORE_FULL the decision could not be stored; the request is still pending
   * @throws NOT_FOUND the request is no longer pending: it was answered or withdrawn, or its run has ended
   */
  'approvals.answer': route(() =>
    z.object({ approvalId: z.string().min(1).max(200), decision: z.enum(approvalDecisions) }),
  ).returns<Record<string, never>>(),
  /** Declines a form. `runId` is null when no run was waiting for it. */
  'forms.dismiss': route(() => z.object({ sessionId, formId })).returns<{ runId: RunId | null }>(),
}

/** Routes of summaries that replace the beginning of a chat in its requests. */
export const compactionRoutes = {
  /**
   * Plans a compaction as `sessions.compact` would make it now.
   * @throws INVALID_INPUT there is nothing to compact, an agent would have to do it, the session belongs to a pane, or
   * the model's context is too small
   */
  'sessions.planCompaction': route(() => z.object({ sessionId, model: modelRef })).returns<CompactionPlan>(),
  /**
   * Sends the summary of this message instead of the messages that it covers; `isUsed: false` undoes a compaction.
   * @throws RUN_ACTIVE, NOT_FOUND also when the message has no summary
   */
  'sessions.useSummary': route(() => z.object({ sessionId, messageId, isUsed: z.boolean() })).returns<{
    summary: ChatSummary
  }>(),
}

/** The stream that compacts a chat. */
export const compactionStreams = {
  /**
   * Lets `model` summarise the older messages of the chat's path; later requests contain the summary instead. Closing
   * the stream does not end it. `runs.stop` does, and discards the text so far. Ends with the id of the message that
   * has the summary.
   * @throws as `sessions.planCompaction`; RUN_ACTIVE, LIMIT_REACHED, DEGRADED
   */
  'sessions.compact': stream(() => z.object({ sessionId, model: modelRef })).carries<CompactionEvent>(),
}
