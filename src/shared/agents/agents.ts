import type { SessionId } from '../ids'
import type { FileChange, PlanEntry } from './schema'

export type { FileChange, PlanEntry }

/** The coding agents that Parley supports: programs that users install. Each id is also a provider id. */
export const agentIds = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const
export type AgentId = (typeof agentIds)[number]

/** The actions that an agent may take without asking, from least to most. */
export const agentPermissions = ['read-only', 'workspace-write', 'unlimited'] as const
export type AgentPermission = (typeof agentPermissions)[number]

/**
 * Where an agent works: in the folder itself, or in a separate one that Parley creates and removes. A worktree holds
 * what git tracks; a copy holds everything.
 */
export const workspaceIsolations = ['same', 'worktree', 'copy'] as const
export type WorkspaceIsolation = (typeof workspaceIsolations)[number]

/**
 * The enforcement of a permission: by the operating system, by the agent's own tools (which ask first, but start
 * programs unrestricted), or by nothing.
 */
export type PermissionGuard = 'sandbox' | 'tools' | 'nobody'

/** An agent as windows see it. */
export interface AgentInfo {
  id: AgentId
  name: string
  isInstalled: boolean
  /** As the program reports it; null when it is missing or reported none. */
  version: string | null
  /** Absolute path of the program that would be started; null when none was found. */
  executable: string | null
  /** The user chose this program; otherwise it was found on the search path. */
  isCustom: boolean
  /** The Agent Client Protocol, or printed JSON lines; null when neither works. */
  route: 'acp' | 'json-lines' | null
  /** The program that speaks the protocol for the agent; null when the agent speaks it itself. */
  adapter: { name: string; isInstalled: boolean; version: string | null; install: string } | null
  /** The command that installs it, for display. */
  install: string
  /** The server it is configured to use; null for its default. */
  baseUrl: string | null
  /** Names of the environment variables set for it, never their values. */
  environment: string[]
  /** Names of variables in Parley's own environment that it would use, and that only the user can pass to it. */
  withheld: string[]
  guards: Record<AgentPermission, PermissionGuard>
  /**
   * The effect of root on full access, if Parley runs as root: the agent asks before it runs commands, or does not
   * start. Null if it has full access.
   */
  asRoot: 'asks' | 'refuses' | null
  /** Settings files in a folder that the agent reads and that could make it start programs without asking. */
  folderSettings: string[]
}

/** Kinds of tools, as agents report them. */
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

/**
 * A user's answers to a request. `session` covers this chat; `always` and `never` are permanent, for an agent in this
 * folder, for a tool at the same place.
 */
export const approvalDecisions = ['once', 'session', 'always', 'deny', 'never'] as const
export type ApprovalDecision = (typeof approvalDecisions)[number]

/** True if a decision denies the request. */
export function isDenial(decision: ApprovalDecision): boolean {
  return decision === 'deny' || decision === 'never'
}

/** A decision that answers later requests, too. */
export type LastingDecision = Exclude<ApprovalDecision, 'once' | 'deny'>

/** An agent's changes in its own folder, compared with the folder it was created from. */
export interface WorkspaceDiff {
  /** Null while its contestant is hidden, as are `folder` and `state`. */
  isolation: WorkspaceIsolation | null
  /** The folder that the agent works in. */
  folder: string | null
  files: FileChange[]
  /** The number of files that are left out because they would identify the agent. */
  namingFiles?: number
  /** More files changed than are listed. */
  isCut: boolean
  /** Identifies exactly the changes shown, so that nothing else is applied; null when there is nothing to apply. */
  state: string | null
}

/**
 * State that remains when an agent's answers are taken back: the files it changed stay changed, and its next turn
 * starts a new session.
 */
export interface KeptByAgent {
  agentId: AgentId
  /** The folder the agent worked in. */
  workspace: string
  /** Files that it is known to have changed, not counting changes made by its commands. */
  changedFiles: number
}

/** A remembered decision, which allows or denies. */
export type ConsentDecision = 'allow' | 'never'

/** Something an agent may do in a folder without asking again, or never. */
export interface ConsentRule {
  id: string
  decision: ConsentDecision
  agentId: AgentId
  folder: string
  /** `everything`: it may work in this folder without asking, in chats that allow it. */
  kind: ToolKind | 'everything'
  /** The exact command or tool name; empty for everything. */
  what: string
  /** Null when it was not recorded. */
  decidedAt: number | null
  /** When it last answered a request; null when it was not recorded. */
  lastUsedAt: number | null
}

/** A rule that applies to a single chat. */
export interface ChatConsentRule extends ConsentRule {
  sessionId: SessionId
  title: string
}

/** Facts about a folder that an agent could work in. */
export interface FolderFacts {
  /** Absolute, with symbolic links resolved. */
  path: string
  isFolder: boolean
  /** The folder is in a git repository with at least one commit, so a worktree can be made. */
  isRepository: boolean
  /** It has uncommitted changes, which a worktree would lack. */
  hasChanges: boolean
}
