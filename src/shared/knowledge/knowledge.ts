import type { KnowledgeSourceId, ProjectId } from '../ids'

export type { KnowledgeExcerpt } from './schema'

/**
 * The states of a file in a project's knowledge, which decide if searches find it: it is indexed; it was not read yet;
 * it is too large; it is not text and nothing here reads it; it may not be read or is gone; its folder is gone; or it
 * changed while it was read.
 */
export const knowledgeFileStates = [
  'indexed',
  'waiting',
  'too-large',
  'not-text',
  'unreadable',
  'missing',
  'changing',
] as const
export type KnowledgeFileState = (typeof knowledgeFileStates)[number]

/**
 * Why a source is not read, or not all of it: the user has not allowed this folder on this computer, it does not exist,
 * it may not be read, it is Parley’s own, or it has more than the limits allow.
 */
export const knowledgeProblems = ['not-allowed', 'gone', 'denied', 'own', 'too-many'] as const
export type KnowledgeProblem = (typeof knowledgeProblems)[number]

/** A file or folder that the user added to a project. */
export interface KnowledgeSource {
  id: KnowledgeSourceId
  projectId: ProjectId
  kind: 'file' | 'folder'
  /** The name of a file, or the full path of a folder. */
  name: string
  /** Its files, without those that are skipped because of their names. */
  fileCount: number
  indexedCount: number
  sizeBytes: number
  /** About how many tokens its indexed files have. */
  tokens: number
  /** The state of its only file; null for a folder. */
  state: KnowledgeFileState | null
  problem: KnowledgeProblem | null
}

/** A file of a source. */
export interface KnowledgeFile {
  /** Relative to the folder, with `/`; for a single file, its name. */
  path: string
  sizeBytes: number
  tokens: number
  state: KnowledgeFileState
}

/** The progress of reading. */
export interface KnowledgeProgress {
  doneCount: number
  totalCount: number
}

/** The knowledge of a project. */
export interface ProjectKnowledge {
  projectId: ProjectId
  /** In the order in which they were added. */
  sources: KnowledgeSource[]
  /** About how many tokens all indexed files have; equal files count once. */
  tokens: number
  /** While files are read; null otherwise. */
  progress: KnowledgeProgress | null
  /** Why reading ended early. */
  failure: 'full' | 'failed' | null
}

/** Bounds of knowledge. */
export const knowledgeLimits = {
  /** Sources of a project. */
  sources: 500,
  /** Indexed files of a folder, and everything that is looked at to find them. */
  files: 5_000,
  entries: 100_000,
  depth: 64,
  /** Bytes of a text file, and of all files of a folder. */
  fileBytes: 10 * 1024 * 1024,
  folderBytes: 1024 * 1024 * 1024,
  /** Characters of a path, as for folders of agents. */
  pathChars: 4_096,
  /** Characters of a file that a window shows. */
  shownChars: 200_000,
  /** Files in one answer of `knowledge.files`. */
  page: 200,
} as const

/** The share of a model’s context that knowledge may use. */
const contextShare = 0.25
/** The assumed context of a model of unknown size. */
export const unknownContextTokens = 16_000
/** The assumed context of an agent, which chooses its own model. */
export const agentContextTokens = 128_000
/** Whole files may have as many tokens, because each question pays for them. */
const maxWholeTokens = 50_000
/** More files are not given whole: the answer lists each. */
export const maxWholeFiles = 200
/** Passages beyond these rarely help. */
const maxPassageTokens = 8_000

/** The number of tokens of knowledge that a request may contain: whole files if they fit, otherwise passages. */
export interface KnowledgeBudget {
  wholeTokens: number
  passageTokens: number
}

/** The budget for a model with this context window, of which `usedTokens` are taken by the chat. */
export function knowledgeBudget(contextTokens = unknownContextTokens, usedTokens = 0): KnowledgeBudget {
  // The answer needs room, too.
  const free = Math.max(0, contextTokens * (1 - contextShare) - usedTokens)
  const tokens = Math.floor(Math.min(contextTokens * contextShare, free))
  return {
    wholeTokens: Math.min(tokens, maxWholeTokens),
    passageTokens: Math.min(tokens, maxPassageTokens),
  }
}

/** The smallest context, in tokens, whose model gets all of this knowledge; null if no model does. */
export function contextForAll(tokens: number, fileCount: number): number | null {
  return tokens > maxWholeTokens || fileCount > maxWholeFiles ? null : Math.ceil(tokens / contextShare)
}

/** About how many tokens of this knowledge a request contains. */
export function includedTokens(tokens: number, { wholeTokens, passageTokens }: KnowledgeBudget): number {
  return tokens <= wholeTokens ? tokens : passageTokens
}
