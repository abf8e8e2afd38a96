import { z } from 'zod'

import { approvalDecisions, toolKinds } from '../../../shared/agents/agents'
import { errorCodes } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { AgentNotice } from '../../../shared/runs/agent-notice'
import type { RunEventBody } from '../../../shared/runs/events'
import { isRecord } from '../../../shared/record'
import type { Part } from '../../../shared/sessions/messages'
import { stopReasons } from '../../../shared/sessions/stop-reasons'
import { lengthLimit, requestNotices } from './answer-notes'
import { usageCounts } from './usage-counts'

const id = <Id extends string>() => z.string().transform((value) => value as Id)
const figure = z.number().nullable()
const record = z.record(z.string(), z.unknown())
const providerData = z.record(z.string(), record)
const delta = { text: z.string(), ttftMs: z.number().exactOptional() }
const toolFacts = { title: z.string().exactOptional(), kind: z.enum(toolKinds).exactOptional() }
const fileChange = z.object({
  path: z.string(),
  kind: z.enum(['added', 'modified', 'deleted', 'moved']),
  movedFrom: z.string().exactOptional(),
  patch: z.string().exactOptional(),
  added: z.number().exactOptional(),
  removed: z.number().exactOptional(),
})

const usage = z.object({ model: z.string().exactOptional(), ...usageCounts })
const statement = z.object({
  kind: z.enum(['statement', 'conflict']),
  sources: z.array(
    z.object({ messageId: id<MessageId>(), sentence: z.number(), from: z.number(), to: z.number() }),
  ),
})

const attachment = z.object({
  type: z.literal('attachment'),
  attachmentId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  pageCount: z.number().exactOptional(),
  toolCallId: z.string().exactOptional(),
})

const agentNotice: z.ZodType<AgentNotice> = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('folder-settings'), providerName: z.string(), file: z.string() }),
  z.object({ reason: z.literal('started-over') }),
  z.object({ reason: z.literal('session-lost') }),
  z.object({ reason: z.literal('no-images'), providerName: z.string() }),
  z.object({ reason: z.literal('partly-unreadable'), providerName: z.string() }),
  z.object({ reason: z.literal('session-too-new'), providerName: z.string(), seconds: z.number() }),
  z.object({ reason: z.literal('tools-unsupported') }),
  ...requestNotices,
])

/**
 * The events in a run's journal, checked because a killed process may have written them. Made when there is such a
 * journal, because a start rarely finds one.
 */
export const runEventsSchema: z.ZodType<RunEventBody[]> = z.lazy(() =>
  z.array(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('run-start'),
        runId: id<RunId>(),
        sessionId: id<SessionId>(),
        messageId: id<MessageId>(),
        model: z.string(),
        startedAt: z.number(),
      }),
      z.object({
        type: z.literal('continued'),
        parts: z.array(z.custom<Part>((part) => isRecord(part) && typeof part['type'] === 'string')),
        usage: usage.exactOptional(),
      }),
      z.object({ type: z.literal('turn'), startedAt: z.number().nullable() }),
      z.object({
        type: z.literal('text-delta'),
        ...delta,
        firstTextMs: z.number().exactOptional(),
        statement: statement.exactOptional(),
      }),
      z.object({
        type: z.literal('reasoning-delta'),
        ...delta,
        durationMs: z.number().exactOptional(),
        providerData: providerData.exactOptional(),
      }),
      z.object({
        type: z.literal('tool-call'),
        toolCallId: z.string(),
        toolName: z.string(),
        input: z.unknown(),
        ...toolFacts,
        parentToolCallId: z.string().exactOptional(),
        isRunByProvider: z.literal(true).exactOptional(),
        providerData: providerData.exactOptional(),
      }),
      z.object({
        type: z.literal('tool-update'),
        toolCallId: z.string(),
        toolName: z.string().exactOptional(),
        ...toolFacts,
        input: z.unknown().exactOptional(),
        changes: z.array(fileChange).exactOptional(),
      }),
      z.object({ type: z.literal('tool-output'), toolCallId: z.string(), text: z.string() }),
      z.object({ type: z.literal('text-was-reasoning') }),
      z.object({ type: z.literal('attachment'), part: attachment }),
      z.object({
        type: z.literal('sources'),
        sources: z.array(z.object({ url: z.string(), title: z.string().exactOptional() })),
      }),
      z.object({
        type: z.literal('knowledge'),
        excerpts: z.array(
          z.object({
            name: z.string(),
            hash: z.string(),
            passage: z
              .object({ firstLine: z.number(), lastLine: z.number(), text: z.string() })
              .exactOptional(),
          }),
        ),
        isIncomplete: z.literal(true).exactOptional(),
      }),
      z.object({
        type: z.literal('plan'),
        entries: z.array(
          z.object({ text: z.string(), status: z.enum(['pending', 'in-progress', 'completed']) }),
        ),
      }),
      z.object({
        type: z.literal('tool-result'),
        toolCallId: z.string(),
        output: z.unknown(),
        isError: z.boolean().exactOptional(),
        isShared: z.literal(true).exactOptional(),
        durationMs: z.number().exactOptional(),
      }),
      z.object({
        type: z.literal('form-request'),
        formId: z.string(),
        title: z.string(),
        schema: record,
        serverId: z.string().exactOptional(),
      }),
      z.object({ type: z.literal('form-answered'), formId: z.string(), values: record.nullable() }),
      z.object({
        type: z.literal('approval-request'),
        approvalId: z.string(),
        toolName: z.string(),
        input: z.unknown(),
        toolCallId: z.string().exactOptional(),
        ...toolFacts,
        changes: z.array(fileChange).exactOptional(),
        folder: z.string().exactOptional(),
        subject: z
          .object({
            tool: z.string(),
            place: z.string(),
            fingerprint: z.string(),
            description: z.string(),
            inputSchema: record,
          })
          .exactOptional(),
        changedSince: z.object({ description: z.string(), inputSchema: record }).exactOptional(),
        origin: z.object({ tool: z.string(), place: z.string() }).exactOptional(),
        isOnceOnly: z.literal(true).exactOptional(),
      }),
      z.object({
        type: z.literal('approval-answered'),
        approvalId: z.string(),
        toolCallId: z.string().exactOptional(),
        decision: z.enum([...approvalDecisions, 'withdrawn']),
        isRemembered: z.literal(true).exactOptional(),
      }),
      z.object({
        type: z.literal('notice'),
        code: z.string(),
        message: z.string(),
        retryAt: z.number().exactOptional(),
        cause: z.object({ code: z.enum(errorCodes), data: record.exactOptional() }).exactOptional(),
        about: agentNotice.exactOptional(),
      }),
      z.object({
        type: z.literal('usage'),
        usage,
      }),
      z.object({
        type: z.literal('error'),
        code: z.enum(errorCodes),
        message: z.string(),
        data: record.exactOptional(),
      }),
      z.object({
        type: z.literal('run-end'),
        status: z.enum(['completed', 'stopped', 'failed']),
        reason: z.enum(stopReasons),
        metrics: z.object({
          ttftMs: figure,
          firstTextMs: z.number().exactOptional(),
          tokensPerSecond: figure,
          durationMs: figure,
          growth: z.array(z.tuple([z.number(), z.number()])).exactOptional(),
          tools: z
            .object({
              steps: z.number(),
              calls: z.number(),
              durationMs: z.number(),
              waitedMs: z.number(),
              areUnsupported: z.literal(true).exactOptional(),
            })
            .exactOptional(),
          limit: lengthLimit.exactOptional(),
          notices: z.array(z.discriminatedUnion('reason', requestNotices)).exactOptional(),
        }),
        receipt: z
          .object({
            requestedAt: figure,
            generatorEndedMs: figure,
            upstreamClosedMs: figure,
            savedMs: figure,
            keptChars: figure,
            tools: z
              .array(z.object({ toolCallId: z.string(), name: z.string(), endedMs: figure }))
              .exactOptional(),
          })
          .exactOptional(),
      }),
    ]),
  ),
)
