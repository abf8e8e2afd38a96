import { z } from 'zod'

import type { KeptByAgent } from '../agents/agents'
import type { MessageId } from '../ids'
import type { AttachmentPart } from '../sessions/messages'
import type {
  Outline,
  PathPage,
  SearchHit,
  Session,
  SessionStatus,
  SessionSummary,
  SessionUsage,
} from '../sessions/sessions'
import { route } from './define-route'
import {
  agentWork,
  isolation,
  messageId,
  modelRef,
  params,
  permission,
  sessionId,
  systemPrompt,
  title,
  workspace,
} from './fields'
import { importedMessage } from './imported-message'
import { wireLimits } from './limits'

/** Where a chat went on before something was taken back: `sessions.setLeaf` with it brings all of it back. */
type FormerLeaf = { formerLeafId: MessageId }
/** What is not taken back; absent where no agent gave any of it. */
type AgentKeeps = { keptByAgent?: KeptByAgent }

/** The routes of chats: their list, their message trees, what can be found in them. */
export const sessionRoutes = {
  'sessions.create': route(
    z.object({
      title: title.exactOptional(),
      model: modelRef.exactOptional(),
      ...agentWork,
      systemPrompt: systemPrompt.exactOptional(),
      params: params.exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /**
   * Chats, pinned first and newest first; sessions of panes are not among them. `archived` and `deleted` show those
   * instead; deleted ones, the last first, are gone for good after 30 days.
   */
  'sessions.list': route(
    z.object({
      query: z.string().max(500).exactOptional(),
      archived: z.boolean().exactOptional(),
      deleted: z.boolean().exactOptional(),
      limit: z.number().int().min(1).max(500).exactOptional(),
      cursor: z.string().max(200).exactOptional(),
    }),
  ).returns<{ sessions: SessionSummary[]; nextCursor: string | null }>(),
  /**
   * The newest `limit` messages of the path to the leaf, oldest first: of those before message `before`, of those
   * after `after` the oldest instead, or those on both sides of `around` and itself. At most one of the three.
   */
  'sessions.get': route(
    z
      .object({
        sessionId,
        limit: z.number().int().min(1).max(100_000).exactOptional(),
        before: messageId.exactOptional(),
        after: messageId.exactOptional(),
        around: messageId.exactOptional(),
      })
      .refine(
        ({ before, after, around }) =>
          [before, after, around].filter((anchor) => anchor !== undefined).length <= 1,
        'use only one of before, after and around',
      ),
  ).returns<{ session: Session } & PathPage>(),
  'sessions.update': route(
    z.object({
      sessionId,
      title: title.exactOptional(),
      model: modelRef.nullable().exactOptional(),
      workspace: workspace.nullable().exactOptional(),
      permission: permission.exactOptional(),
      isolation: isolation.exactOptional(),
      systemPrompt: systemPrompt.nullable().exactOptional(),
      params: params.exactOptional(),
      pinned: z.boolean().exactOptional(),
      archived: z.boolean().exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /** Puts a chat into the bin; a pane goes by `compare.removePane`. A run of it is stopped and saved first. */
  'sessions.delete': route(z.object({ sessionId })).returns<{ deleted: boolean }>(),
  /** Brings a deleted chat back. */
  'sessions.restore': route(z.object({ sessionId })).returns<{ session: Session }>(),
  /** Erases a chat that is in the bin, or with no `sessionId` all of them, for good. */
  'sessions.erase': route(z.object({ sessionId: sessionId.exactOptional() })).returns<{ erased: number }>(),
  /** A copy of the chat with every branch. @throws RUN_ACTIVE */
  'sessions.duplicate': route(z.object({ sessionId })).returns<{ session: Session }>(),
  /** A new chat that holds the path up to and with this message. @throws RUN_ACTIVE */
  'sessions.fork': route(z.object({ sessionId, messageId })).returns<{ session: Session }>(),
  /**
   * Shows the path to this message; null is before the first one. With `descend` it goes on from there to where that
   * branch was last at work.
   * @throws RUN_ACTIVE
   */
  'sessions.setLeaf': route(
    z.object({ sessionId, messageId: messageId.nullable(), descend: z.boolean().exactOptional() }),
  ).returns<{ leafId: MessageId | null }>(),
  /** The user has looked at this session: its finished-unseen mark goes. */
  'sessions.markSeen': route(z.object({ sessionId })).returns<Record<string, never>>(),

  /**
   * Takes the last visible user message, and everything after it, off the path and hands its text, its files and the
   * model that it names back to be sent again. Nothing is erased.
   * @throws NO_PREVIOUS_MESSAGE, RUN_ACTIVE
   */
  'sessions.retry': route(z.object({ sessionId })).returns<
    {
      lastUserText: string
      attachments?: AttachmentPart[]
      model?: string
      removedCount: number
    } & FormerLeaf &
      AgentKeeps
  >(),
  /** Does the same and hands back a short preview. @throws NOTHING_TO_UNDO, RUN_ACTIVE */
  'sessions.undo': route(z.object({ sessionId })).returns<
    { removedCount: number; removedPreview: string } & FormerLeaf & AgentKeeps
  >(),
  'sessions.status': route(z.object({ sessionId })).returns<SessionStatus>(),
  /** All that was spent in this chat, off the path too. */
  'sessions.usage': route(z.object({ sessionId })).returns<SessionUsage>(),

  /** The questions of the path and the headings of its answers, oldest first, shortened and bounded. */
  'sessions.outline': route(z.object({ sessionId })).returns<Outline>(),
  /**
   * What users wrote, the newest first and each text once: of the chat `sessionId` before that of all others. Very
   * long ones are left out.
   */
  'sessions.sentTexts': route(
    z.object({
      sessionId: sessionId.nullable(),
      limit: z.number().int().min(1).max(wireLimits.sentTexts).exactOptional(),
    }),
  ).returns<{ texts: string[] }>(),

  /** A new chat of these messages, one after another. Any id in the input is ignored. */
  'sessions.import': route(
    z.object({
      title,
      messages: z.array(importedMessage).max(wireLimits.importedMessages),
      model: modelRef.exactOptional(),
      workspace: workspace.exactOptional(),
      /** Calls that stand beside the messages, each for the answer with the index `messageIndex`, or for the last one. */
      toolCalls: z.array(z.record(z.string(), z.unknown())).max(wireLimits.importedMessages).exactOptional(),
      pinned: z.boolean().exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /** The whole chat as a file: JSON with every branch, Markdown or one HTML page with the path. */
  'sessions.export': route(z.object({ sessionId, format: z.enum(['json', 'markdown', 'html']) })).returns<{
    fileName: string
    content: string
  }>(),

  /**
   * Finds titles, messages and reasoning, the best first; in one session, when `sessionId` is given, in the order of
   * its path. `model:`, `role:`, `before:`, `after:` and `title:` narrow it; anything else is only text.
   */
  'sessions.search': route(
    z.object({
      query: z.string().max(2_000),
      limit: z.number().int().min(1).max(500).exactOptional(),
      sessionId: sessionId.exactOptional(),
    }),
  ).returns<{
    hits: SearchHit[]
    /** There is more than was asked for. */
    hasMore: boolean
    /** What of the query was not understood and so left out, for people. */
    problems: string[]
  }>(),
}
