import { z } from 'zod'

import { approvalOutcome, fileChange, toolKind } from '../agents/schema'
import { errorCodes } from '../errors'
import type { MessageId, RunId, SessionId } from '../ids'
import { isRecord } from '../record'
import { jsonObject, onlyTrue, storedId } from '../schema'
import {
  attachmentPart,
  errorPart,
  formPart,
  knowledgePart,
  metrics,
  type Part,
  planPart,
  providerData,
  receipt,
  requestNotices,
  sourcesPart,
  statementOrigin,
  toolCallPart,
  toolResultPart,
  usage,
} from '../sessions/schema'
import { stopReasons } from '../sessions/stop-reasons'
import { callOrigin, consentSubject, formerDefinition, toolHints } from '../tools/schema'

const text = z.string()
const count = z.number().exactOptional()

/** A tool's request for permission, answered by `approvals.answer`. */
const approvalRequest = z.object({
  approvalId: text,
  toolName: text,
  /** The tool's complete input, including a command in full. */
  input: z.unknown(),
  /** The call that waits for the answer, if it was announced. */
  toolCallId: text.exactOptional(),
  title: text.exactOptional(),
  kind: toolKind.exactOptional(),
  /** The changes that the tool would make. */
  changes: z.array(fileChange).exactOptional(),
  /** The number of files that would change and are not in `changes`. */
  unlistedChanges: count,
  /** The working directory of a command. */
  folder: text.exactOptional(),
  /** The subject of a wider answer; absent for agents. */
  subject: consentSubject.exactOptional(),
  /** The user has allowed the same tool at the same place, but with this definition. */
  changedSince: formerDefinition.exactOptional(),
  /** The server's hints about its tool. Shown, but never a reason not to ask. */
  hints: toolHints.exactOptional(),
  /** The source that the model read last before it asked; absent if it has read nothing from outside. */
  origin: callOrigin.exactOptional(),
  /** Sources that it read before that, the newest first. */
  earlierOrigins: z.array(callOrigin).exactOptional(),
  /**
   * It cannot be compared with later requests, so `session` and `always` have the effect of `once`, and `never` that of
   * `deny`.
   */
  isOnceOnly: onlyTrue,
})
export type ApprovalRequest = z.infer<typeof approvalRequest>

/** A request by a model or server for structured values from the user. */
const formRequest = formPart.pick({ formId: true, title: true, schema: true, serverId: true })
export type FormRequest = z.infer<typeof formRequest>

/** A notice by Parley about a turn of an agent or about the tools of a model, as opposed to the agent's own. */
const agentNotice = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('folder-settings'), providerName: text, file: text }),
  z.object({ reason: z.literal('started-over') }),
  z.object({ reason: z.literal('session-lost') }),
  z.object({ reason: z.literal('no-images'), providerName: text }),
  /** A message of the agent was damaged or too long. */
  z.object({ reason: z.literal('partly-unreadable'), providerName: text }),
  z.object({ reason: z.literal('session-too-new'), providerName: text, seconds: z.number() }),
  /** The model is known not to call tools, or its provider refused them. */
  z.object({ reason: z.literal('tools-unsupported') }),
  // Stored with the answer.
  ...requestNotices,
])
export type AgentNotice = z.infer<typeof agentNotice>

/** Something about a run that is neither answer nor error but that the user should know, such as a retry. */
const notice = z.object({
  code: text,
  message: text,
  /** When the next attempt starts, in milliseconds since the epoch; only for `RETRY`. */
  retryAt: count,
  /** The underlying error without its message; only for `RETRY`. */
  cause: z.object({ code: z.enum(errorCodes), data: jsonObject.exactOptional() }).exactOptional(),
  /** Parley's own notice about an agent's turn; absent where the message is the agent's own. */
  about: agentNotice.exactOptional(),
})
export type Notice = z.infer<typeof notice>

/** The end of a run: its model had finished, something stopped it, or it failed. */
const runStatus = z.enum(['completed', 'stopped', 'failed'])
export type RunStatus = z.infer<typeof runStatus>

/** A run event before it is numbered, as the journal of a run has it. */
export const runEventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-start'),
    runId: storedId<RunId>(),
    sessionId: storedId<SessionId>(),
    messageId: storedId<MessageId>(),
    model: text,
    startedAt: z.number(),
  }),
  /**
   * The answer continues one that ended early. `parts` are the parts of that answer that are kept; the last of them,
   * apart from sources, is the text that grows. Follows `run-start`.
   */
  z.object({
    type: z.literal('continued'),
    parts: z.array(z.custom<Part>((part) => isRecord(part) && typeof part['type'] === 'string')),
    usage: usage.exactOptional(),
  }),
  /** The run waits for its turn; with `startedAt`, in milliseconds since the epoch, its turn has begun. */
  z.object({ type: z.literal('turn'), startedAt: z.number().nullable() }),
  /**
   * Only the first delta of a run has `ttftMs`; only the first text after reasoning has `firstTextMs`. In a merged
   * answer, a delta with `statement` begins one, which later deltas continue.
   */
  z.object({
    type: z.literal('text-delta'),
    text,
    ttftMs: count,
    firstTextMs: count,
    statement: statementOrigin.exactOptional(),
  }),
  /**
   * `durationMs`: how long this block of reasoning has taken so far. `providerData` arrives once the block is complete
   * and ends it; the text may then be empty.
   */
  z.object({
    type: z.literal('reasoning-delta'),
    text,
    ttftMs: count,
    durationMs: count,
    providerData: providerData.exactOptional(),
  }),
  toolCallPart.pick({
    type: true,
    toolCallId: true,
    toolName: true,
    input: true,
    title: true,
    kind: true,
    parentToolCallId: true,
    isRunByProvider: true,
    providerData: true,
  }),
  /** Updates an announced call; absent fields stay as they were. */
  z.object({
    type: z.literal('tool-update'),
    toolCallId: text,
    toolName: text.exactOptional(),
    title: text.exactOptional(),
    kind: toolKind.exactOptional(),
    input: z.unknown().exactOptional(),
    changes: z.array(fileChange).exactOptional(),
  }),
  /** Output of a running call since the last of these events. */
  z.object({ type: z.literal('tool-output'), toolCallId: text, text }),
  toolResultPart,
  /** All text so far was reasoning: an end tag arrived without a start tag. */
  z.object({ type: z.literal('text-was-reasoning') }),
  /** A file that is part of the answer, such as a generated image. */
  z.object({ type: z.literal('attachment'), part: attachmentPart }),
  /** All sources of the answer; replaces earlier ones. */
  sourcesPart,
  /** Excerpts that the model gets from the knowledge of its project. Precedes the parts of the answer. */
  knowledgePart,
  /** The agent's whole plan; replaces earlier ones. */
  planPart,
  formRequest.extend({ type: z.literal('form-request') }),
  /** A form that the run waited for was answered, or declined if `values` is null. */
  z.object({ type: z.literal('form-answered'), formId: text, values: jsonObject.nullable() }),
  approvalRequest.extend({ type: z.literal('approval-request') }),
  /** The user or a stored consent decided; `withdrawn` when the request is no longer pending. */
  z.object({
    type: z.literal('approval-answered'),
    approvalId: text,
    toolCallId: text.exactOptional(),
    decision: approvalOutcome,
    isRemembered: onlyTrue,
  }),
  notice.extend({ type: z.literal('notice') }),
  z.object({ type: z.literal('usage'), usage }),
  errorPart,
  z.object({
    type: z.literal('run-end'),
    status: runStatus,
    reason: z.enum(stopReasons),
    metrics,
    receipt: receipt.exactOptional(),
  }),
])
export type RunEventBody = z.infer<typeof runEventBody>
