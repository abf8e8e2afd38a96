import { z } from 'zod'

import type { KeptByAgent } from '../agents/agents'
import type { ErrorData } from '../errors'
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
import { route } from './definitions/define-route'
import {
  language,
  messageId,
  messageInput,
  pageDiagrams,
  projectId,
  sessionId,
  title,
} from './definitions/fields'
import { modelRef } from '../models/schema'
import { changedSettings, sessionSettings, workspace } from '../sessions/schema'
import { importedMessage } from './imported-message'
import { wireLimits } from './definitions/limits'

/** The leaf before a change: `sessions.setLeaf` with it restores the path. */
type FormerLeaf = { formerLeafId: MessageId }
/** Effects of an agent that stay; absent when no agent answered in the part taken back. */
type AgentKeeps = { keptByAgent?: KeptByAgent }

/** Routes of chats: their list, their message trees, and search. */
export const sessionRoutes = {
  /**
   * In a project, the chat gets the model, settings and tools of the project, unless they are given here. Without either,
   * it gets the parameters that the user has set for its model, and the default tools. No model is chosen that the user
   * has hidden, as long as there is another.
   *
   * `isTemporary`: the chat exists only in memory. It is in no list, search or export, has no files and no agent, and
   * ceases to exist when it is deleted, when no window has shown it for a while, or when Parley quits. It belongs to no
   * project.
   */
  'sessions.create': route(() =>
    z.object({
      title: title.exactOptional(),
      model: modelRef.exactOptional(),
      ...sessionSettings,
      isTemporary: z.boolean().exactOptional(),
      projectId: projectId.exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /**
   * Stores a temporary chat completely, even while an answer is being written. Does nothing if it is already stored.
   * @throws RUN_ACTIVE while it is being deleted, STORE_FULL
   */
  'sessions.keep': route(() => z.object({ sessionId })).returns<{ session: Session }>(),
  /**
   * Chats, pinned first, then newest first, without sessions of panes. `archived` and `deleted` list those instead;
   * deleted chats, most recently deleted first, are erased after 30 days. `projectId`: only those of the project.
   */
  'sessions.list': route(() =>
    z.object({
      query: z.string().max(500).exactOptional(),
      archived: z.boolean().exactOptional(),
      deleted: z.boolean().exactOptional(),
      projectId: projectId.exactOptional(),
      limit: z.number().int().min(1).max(500).exactOptional(),
      cursor: z.string().max(200).exactOptional(),
    }),
  ).returns<{ sessions: SessionSummary[]; nextCursor: string | null }>(),
  /**
   * A page of at most `limit` messages of the path, oldest first: the newest, those just before `before`, those just
   * after `after`, or those around and including `around`. At most one of the three may be given. `failure` is as in
   * `session-sync`.
   */
  'sessions.get': route(() =>
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
  ).returns<{ session: Session; failure?: ErrorData } & PathPage>(),
  /**
   * `projectId` and `isLocal` are refused for the session of a pane, which has those of its comparison. `isLocal`: from
   * now on, nothing of the chat is sent to the user's other machines; what they have stays there. `fork`: the user has
   * chosen a branch.
   */
  'sessions.update': route(() =>
    z.object({
      sessionId,
      title: title.exactOptional(),
      model: modelRef.nullable().exactOptional(),
      ...changedSettings,
      workspace: workspace.nullable().exactOptional(),
      pinned: z.boolean().exactOptional(),
      archived: z.boolean().exactOptional(),
      projectId: projectId.nullable().exactOptional(),
      isLocal: z.boolean().exactOptional(),
      fork: z.null().exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /**
   * Moves a chat to the trash, after stopping and saving its run. Panes are removed by `compare.removePane`.
   * `unlessShownElsewhere`: a chat that another window shows is not deleted.
   */
  'sessions.delete': route(() =>
    z.object({ sessionId, unlessShownElsewhere: z.boolean().exactOptional() }),
  ).returns<{ deleted: boolean }>(),
  /** Restores a deleted chat. */
  'sessions.restore': route(() => z.object({ sessionId })).returns<{ session: Session }>(),
  /** Permanently erases a chat in the trash, or without `sessionId` all of them. */
  'sessions.erase': route(() => z.object({ sessionId: sessionId.exactOptional() })).returns<{
    erased: number
  }>(),
  /** Copies a chat with every branch. @throws RUN_ACTIVE */
  'sessions.duplicate': route(() => z.object({ sessionId })).returns<{ session: Session }>(),
  /** Copies the path up to and including this message into a new chat. @throws RUN_ACTIVE */
  'sessions.fork': route(() => z.object({ sessionId, messageId })).returns<{ session: Session }>(),
  /**
   * Shows the path to this message; null shows an empty path. With `descend`, the path continues to the leaf where that
   * branch was last used. With `isVisit`, the path is only looked at, so the chat keeps its position in the list.
   * @throws RUN_ACTIVE
   */
  'sessions.setLeaf': route(() =>
    z.object({
      sessionId,
      messageId: messageId.nullable(),
      descend: z.boolean().exactOptional(),
      isVisit: z.boolean().exactOptional(),
    }),
  ).returns<{
    leafId: MessageId | null
    /** The leaf before. */
    formerLeafId: MessageId | null
  }>(),
  /**
   * Stores the message with another text as a new version beside it, and shows the path that ends with that version. No
   * model is asked. An edited answer keeps its files, tool calls and sources; it has no usage, metrics or receipt.
   * @throws INVALID_INPUT the message is not a question or answer, is hidden, or is a merge; RUN_ACTIVE
   */
  'messages.edit': route(() => z.object({ sessionId, messageId, text: messageInput })).returns<{
    /** The id of the new version. */
    messageId: MessageId
  }>(),
  /** The user has seen this session, so its unseen mark is cleared. */
  /** The text of any message of a chat, such as of a version that is not shown. */
  'messages.text': route(() => z.object({ sessionId, messageId })).returns<{ text: string }>(),
  'sessions.markSeen': route(() => z.object({ sessionId })).returns<Record<string, never>>(),

  /**
   * Takes the last visible user message, and everything after it, off the path. Returns its text, its files and its
   * model, to be sent again. Nothing is erased.
   * @throws NO_PREVIOUS_MESSAGE, RUN_ACTIVE
   */
  'sessions.retry': route(() => z.object({ sessionId })).returns<
    {
      lastUserText: string
      attachments?: AttachmentPart[]
      model?: string
      removedCount: number
    } & FormerLeaf &
      AgentKeeps
  >(),
  /** Does the same, but returns a short preview. @throws NOTHING_TO_UNDO, RUN_ACTIVE */
  'sessions.undo': route(() => z.object({ sessionId })).returns<
    { removedCount: number; removedPreview: string } & FormerLeaf & AgentKeeps
  >(),
  'sessions.status': route(() => z.object({ sessionId })).returns<SessionStatus>(),
  /** The total usage of this chat, including messages off the path. */
  'sessions.usage': route(() => z.object({ sessionId })).returns<SessionUsage>(),

  /** The questions of the path and the headings of its answers, oldest first, shortened and limited. */
  'sessions.outline': route(() => z.object({ sessionId })).returns<Outline>(),
  /**
   * Texts that users sent, newest first and without duplicates: those of the chat `sessionId` before those of all
   * others, or of those in the project `projectId` (null: in none). Very long ones are omitted.
   */
  'sessions.sentTexts': route(() =>
    z.object({
      sessionId: sessionId.nullable(),
      projectId: projectId.nullable().exactOptional(),
      limit: z.number().int().min(1).max(wireLimits.sentTexts).exactOptional(),
    }),
  ).returns<{ texts: string[] }>(),

  /** Creates a chat with these messages in a row. Ids in the input are ignored. */
  'sessions.import': route(() =>
    z.object({
      title,
      messages: z.array(importedMessage).max(wireLimits.importedMessages),
      model: modelRef.exactOptional(),
      workspace: workspace.exactOptional(),
      /** Tool calls listed separately, each for the answer with the index `messageIndex`, or for the last one. */
      toolCalls: z.array(z.record(z.string(), z.unknown())).max(wireLimits.importedMessages).exactOptional(),
      pinned: z.boolean().exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /** The whole chat as a file: JSON with every branch, or Markdown or one HTML page with the path, in this language. */
  'sessions.export': route(() =>
    z.object({ sessionId, format: z.enum(['json', 'markdown', 'html']), diagrams: pageDiagrams, language }),
  ).returns<{ fileName: string; content: string }>(),

  /**
   * Searches titles, messages and reasoning, best match first; with `projectId` only the chats and comparisons of that
   * project; with `sessionId` only that session, in the order of its path. `model:`, `role:`, `before:`, `after:` and
   * `title:` are filters; anything else is plain text.
   */
  'sessions.search': route(() =>
    z.object({
      query: z.string().max(2_000),
      limit: z.number().int().min(1).max(500).exactOptional(),
      sessionId: sessionId.exactOptional(),
      projectId: projectId.exactOptional(),
    }),
  ).returns<{
    hits: SearchHit[]
    /** There are more hits than `limit`. */
    hasMore: boolean
    /** The parts of the query that were not understood and were ignored, for people. */
    problems: string[]
  }>(),
}
