import type { SessionId } from '../ids'

/** The coding agents that can answer like a model: programs that people have installed. Each id is also a provider's. */
export const agentIds = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const
export type AgentId = (typeof agentIds)[number]

/** What an agent may do by itself, from least to most. */
export const agentPermissions = ['read-only', 'workspace-write', 'unlimited'] as const
export type AgentPermission = (typeof agentPermissions)[number]

/**
 * Where an agent works: in the folder itself, or in one of its own that Parley makes and removes. A worktree holds
 * what git knows of the folder, a copy all of it.
 */
export const workspaceIsolations = ['same', 'worktree', 'copy'] as const
export type WorkspaceIsolation = (typeof workspaceIsolations)[number]

/**
 * Who sees to it that a permission is kept: the operating system, the agent's own tools, which ask before they act but
 * start programs that nothing holds back, or nobody.
 */
export type PermissionGuard = 'sandbox' | 'tools' | 'nobody'

/** An agent as a window may see it. */
export interface AgentInfo {
  id: AgentId
  name: string
  isInstalled: boolean
  /** As the program says it; null when it is not there, or did not say. */
  version: string | null
  /** The program that would be started, in full; null when none was found. */
  executable: string | null
  /** The user named that program; else it was found on the search path. */
  isCustom: boolean
  /** How it is talked to: by the Agent Client Protocol, or by the lines that it prints; null when not at all. */
  route: 'acp' | 'json-lines' | null
  /** The program that speaks the protocol for it; null where the agent does so itself. */
  adapter: { name: string; isInstalled: boolean; version: string | null; install: string } | null
  /** The command that installs it, to be shown. */
  install: string
  /** The server that it is pointed to; null for its own. */
  baseUrl: string | null
  /** The names of the variables that it is given; never what they hold. */
  environment: string[]
  guards: Record<AgentPermission, PermissionGuard>
  /** Files of a folder that it reads its settings from, and by which it may be made to start programs unasked. */
  folderSettings: string[]
}

/** What a tool does, as agents tell it. */
export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'agent',
  'other',
] as const
export type ToolKind = (typeof toolKinds)[number]

/** What became, or would become, of one file. */
export interface FileChange {
  /** In the workspace where it lies there, else in full. */
  path: string
  kind: 'added' | 'modified' | 'deleted' | 'moved'
  movedFrom?: string
  /**
   * Where it is no text file, what it is: of a link, the lines are the path that it leads to; of the others no lines are
   * shown.
   */
  what?: 'link' | 'binary' | 'large' | 'repository'
  /** It can be started as a program now, and could not before. */
  isProgram?: boolean
  /** The hunks of a unified diff, from the first `@@` on; absent for what is no text, or is not known. */
  patch?: string
  /** Lines; absent where `patch` is. */
  added?: number
  removed?: number
}

/** One step of what an agent means to do. */
export interface PlanEntry {
  text: string
  status: 'pending' | 'in-progress' | 'completed'
}

/** What a user may say to an agent that asks. `session`: for as long as this chat; `always`: in this folder, for good. */
export const approvalDecisions = ['once', 'session', 'always', 'deny'] as const
export type ApprovalDecision = (typeof approvalDecisions)[number]

/** What an agent did in a folder of its own, against the folder it was made of. */
export interface WorkspaceDiff {
  isolation: WorkspaceIsolation
  /** The folder that the agent works in. */
  folder: string
  files: FileChange[]
  /** More files were changed than are listed. */
  isCut: boolean
  /** Names exactly what was shown, so that nothing else is applied; null where there is nothing to apply. */
  state: string | null
}

/**
 * What an agent keeps of answers that were taken back: the files that it changed stay as they are, and its next turn
 * begins a new session of its own.
 */
export interface KeptByAgent {
  agentId: AgentId
  /** The folder that it worked in. */
  workspace: string
  /** How many files it is known to have changed; what its commands changed is not. */
  changedFiles: number
}

/** Something that an agent may do in a folder without being asked again. */
export interface ConsentRule {
  id: string
  agentId: AgentId
  folder: string
  /** `everything`: it may work there without ever asking, where a chat has it do so. */
  kind: ToolKind | 'everything'
  /** What exactly: a command, or the name of a tool; empty for everything. */
  what: string
  /** Null where that was not kept. */
  decidedAt: number | null
}

/** The same, in one chat alone. */
export interface ChatConsentRule extends ConsentRule {
  sessionId: SessionId
  title: string
}

/** A folder that an agent could work in. */
export interface FolderFacts {
  /** In full, with every link followed. */
  path: string
  isFolder: boolean
  /** It lies in a repository of git that has a first commit: a worktree of it can be made. */
  isRepository: boolean
  /** There are changes in it that git does not have: a worktree is without them. */
  hasChanges: boolean
}
