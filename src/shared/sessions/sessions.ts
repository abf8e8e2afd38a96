import type { ComparisonId, MessageId, PaneId, ProjectId, SessionId } from '../ids'
import type { Message, MessageRole } from './messages'
import type { ModelParams, SessionSettings } from './schema'

export type { ModelParams }

/** From least to most; no model has to support all of them. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

interface StoredSettings extends Pick<SessionSettings, 'permission' | 'isolation' | 'tools'> {
  systemPrompt: string | null
  params: ModelParams
  /** `workspace` came with an imported file. Neither tools of models nor agents use it before the user has chosen it. */
  isFolderImported?: true
}

/** The record behind a chat or pane. A `pane` session belongs to a comparison and is not in the list of chats. */
export interface Session extends StoredSettings {
  id: SessionId
  kind: 'chat' | 'pane'
  title: string
  /** `provider/model`, or null until one is chosen. */
  model: string | null
  workspace: string | null
  pinned: boolean
  archived: boolean
  /** The project of a chat; a pane belongs to the project of its comparison. */
  projectId?: ProjectId
  /** It is kept on this machine: the user's other machines do not get it. */
  isLocal?: true
  /** The first messages of a branch of this machine and one of another, until the user has chosen which to show. */
  fork?: [ours: MessageId, theirs: MessageId]
  /** It exists only in memory, until it is kept. */
  isTemporary?: true
  createdAt: number
  updatedAt: number
}

/** A session as lists show it. */
export interface SessionSummary extends Session {
  running: boolean
  /** Its run waits for a decision by the user. */
  needsDecision?: true
  /** An answer arrived since a window last showed this session. */
  unseen: boolean
  /** The last answer failed since a window last showed this session. */
  unseenFailure?: true
  /** When it was moved to the trash. */
  deletedAt?: number
}

/** A page of the path from the root of a session's message tree to its leaf, oldest first. */
export interface PathPage {
  messages: Message[]
  /** The path has messages before this page. */
  hasMore: boolean
  /** The path has messages after this page. */
  hasNewer: boolean
  /**
   * For each message of the page that has alternatives: the ids of all versions, including its own, oldest first. A
   * hidden message is represented by the message that follows it.
   */
  versions: Record<MessageId, MessageId[]>
  /** The first visible messages after the leaf that were taken off the path, newest first. */
  continuations: MessageId[]
}

/** The state of a session. `messageCount` counts the messages that `sessions.get` returns. */
export interface SessionStatus {
  sessionId: SessionId
  title: string
  model: string | null
  workspace: string | null
  messageCount: number
  createdAt: number
  updatedAt: number
  running: boolean
}

/**
 * Tokens and cost of a session. `costUsd` is null when some of it has an unknown price; `leastCostUsd` is what is known
 * then, unless nothing is.
 */
export interface SessionUsage {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  costUsd: number | null
  leastCostUsd?: number
}

/** One line of a chat's outline: a question, or a heading of an answer. */
export interface OutlineEntry {
  messageId: MessageId
  role: 'user' | 'assistant'
  /** Its first characters, on one line. */
  text: string
  /** Heading level, from 1; absent for a question. */
  level?: number
  createdAt: number
}

/** The outline of a chat, from start to end. */
export interface Outline {
  entries: OutlineEntry[]
  /** The omitted part of a long outline: `headings`, or also its oldest entries. */
  isCut: 'headings' | 'oldest' | null
}

/** One search hit. */
export interface SearchHit {
  sessionId: SessionId
  sessionTitle: string
  /** The comparison, if the session belongs to a pane. */
  comparisonId?: ComparisonId
  /** Null when the title matched. */
  messageId: MessageId | null
  /** `details`: what tools got and returned, names of tools and files, sources; `file`: the text of an attached file. */
  field: 'title' | 'text' | 'reasoning' | 'details' | 'file'
  role: MessageRole | null
  model: string | null
  createdAt: number
  /** The text around the match, on one line. */
  snippet: string
  /** The matches within `snippet`, in UTF-16 code units. */
  highlights: [from: number, to: number][]
  /** How many versions of the answer match; absent for one. */
  versionCount?: number
}

/** The letters of panes, in order. */
export const paneLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
export type PaneLetter = (typeof paneLetters)[number]

/** One column of a comparison; its messages are in its session. */
export interface Pane extends StoredSettings {
  paneId: PaneId
  sessionId: SessionId
  position: number
  /** Stays with the pane when it is moved, and says nothing about its contestant. */
  letter?: PaneLetter
  model: string
  /** As in `Session`. For an agent that may write, `isolation` is never `same`. */
  workspace?: string | null
  /** Its latest answer is a copy of a merge, so its contestant is not the model alone. */
  isMerge?: true
}

/** A pane that was removed and can still be restored. */
export interface RemovedPane extends Pick<Pane, 'paneId' | 'letter' | 'model' | 'isMerge'> {
  removedAt: number
  messageCount: number
}

/** A comparison in a list. */
export interface ComparisonSummary {
  id: ComparisonId
  title: string
  paneCount: number
  running: boolean
  /** A run in one of its panes waits for a decision by the user. */
  needsDecision?: true
  pinned: boolean
  archived: boolean
  projectId?: ProjectId
  /** As in `Session`. */
  isLocal?: true
  createdAt: number
  updatedAt: number
  /** When it was moved to the trash. */
  deletedAt?: number
}

/** The number of days that the trash keeps deleted items. */
export const trashRetentionDays = 30

/**
 * A comparison with its panes. While it is blind and not revealed, the model of a pane is an empty text, and nothing else
 * is known of its settings.
 */
export interface Comparison {
  id: ComparisonId
  title: string
  panes: Pane[]
  /** The number of removed panes that can be restored; absent if none. */
  removedCount?: number
  /** Created without showing which contestant is which. */
  isBlind: boolean
  /** When the contestants of a blind comparison were revealed; null if they are hidden or never were. */
  revealedAt: number | null
  projectId?: ProjectId
  /** As in `Session`. */
  isLocal?: true
  createdAt: number
  updatedAt: number
}

/** True if the contestants of this comparison are hidden. */
export function isHidden({ isBlind, revealedAt }: Pick<Comparison, 'isBlind' | 'revealedAt'>): boolean {
  return isBlind && revealedAt === null
}

/** The number of panes that a comparison can have. */
export const paneLimits = { min: 2, max: 8 } as const
