import { z } from 'zod'

import type { AgentInfo, ChatConsentRule, ConsentRule, FolderFacts, WorkspaceDiff } from '../agents/agents'
import { agentIds } from '../agents/agents'
import { type CheckEvent, type CommandCheck, commandLimits } from '../agents/command-checks'
import type { ErrorData } from '../errors'
import { pageFile } from '../pages/page'
import type { ChatToolConsentRule, ToolConsentRule } from '../tools/tools'
import { paneLimits } from '../sessions/sessions'
import { route, stream } from './definitions/define-route'
import { comparisonId, paneId, sessionId } from './definitions/fields'
import { workspace } from '../sessions/schema'

const agentId = z.enum(agentIds)
const variableName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must have only letters, digits and underscores')

/** Routes of coding agents: the agents, their consents, and the folders they work in. */
export const agentRoutes = {
  /** Every agent, installed or not. `refresh` searches for them again instead of using a recent result. */
  'agents.list': route(() => z.object({ refresh: z.boolean().exactOptional() })).returns<{
    agents: AgentInfo[]
  }>(),
  /**
   * Sets another program, server or variables for an agent; null restores the default. Parley shows the user the full
   * command outside the window and saves it only if the user agrees there.
   * @throws CANCELLED the user declined, INVALID_INPUT
   */
  'agents.save': route(() =>
    z.object({
      agentId,
      executable: z.string().min(1).max(4096).nullable().exactOptional(),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .nullable()
        .exactOptional(),
      /** Only the named variables change; null removes one. Values are never returned. */
      environment: z.record(variableName, z.string().max(8192).nullable()).exactOptional(),
      /** Also passes these variables on, with their values in Parley's own environment; only those in `withheld`. */
      passes: z.array(variableName).max(100).exactOptional(),
    }),
  ).returns<{ agent: AgentInfo }>(),

  /**
   * Permanent decisions: `consents` about agents, folders with full access first, then the newest first; `tools` about
   * tools. `ofChats` and `toolsOfChats` list those for one chat. `problem` is why the store could not be read; in that
   * case only folders with full access are listed.
   */
  'consents.list': route(() => z.object({})).returns<{
    consents: ConsentRule[]
    ofChats?: ChatConsentRule[]
    tools: ToolConsentRule[]
    toolsOfChats?: ChatToolConsentRule[]
    problem?: ErrorData
  }>(),
  /** Revokes a decision about an agent or a tool; the user is asked again. */
  'consents.remove': route(() => z.object({ consentId: z.string().max(200) })).returns<{
    removed: boolean
  }>(),

  /**
   * Opens a system dialog to choose a folder, which starts in `path` if given, and otherwise where it was last used for
   * the same purpose. The result's `path` is null if the user chose none or the host has no such dialog.
   */
  'workspaces.choose': route(() =>
    z.object({
      use: z.enum(['agent', 'export']).exactOptional(),
      path: z.string().max(4_096).exactOptional(),
    }),
  ).returns<{ path: string | null; hasDialog: boolean }>(),
  /** Facts about a folder before an agent works in it, and recently used folders, newest first. */
  'workspaces.look': route(() => z.object({ path: workspace.exactOptional() })).returns<{
    folder: FolderFacts | null
    recent: string[]
  }>(),
  /**
   * The changes of this chat's or pane's agent in its own folder, and the last command that checked it there; null when
   * there is none. While its contestant is hidden, files and lines that name an agent are left out.
   */
  'workspaces.diff': route(() => z.object({ sessionId })).returns<{
    diff: WorkspaceDiff | null
    check: CommandCheck | null
  }>(),
  /**
   * A file of HTML or SVG in the folder in which the agent or the model works, as it is now.
   * @throws NOT_FOUND; INVALID_INPUT it is elsewhere, too large or not text; TIMEOUT
   */
  'workspaces.page': route(() =>
    z.object({ sessionId, path: z.string().max(4096).regex(pageFile) }),
  ).returns<{ text: string }>(),
  /**
   * Applies the agent's changes to these files to the folder that its own was created from: exactly those that
   * `workspaces.diff` returned with `state`, even if the agent has changed more since.
   * @throws RUN_ACTIVE, INVALID_INPUT nothing was changed, because the folder has since changed in the same places
   */
  'workspaces.apply': route(() =>
    z.object({
      sessionId,
      state: z.string().regex(/^[0-9a-f]{40,64}$/),
      paths: z.array(z.string().max(4096)).max(10_000),
    }),
  ).returns<{ applied: string[] }>(),
  /** Removes the folder created for this chat or pane, with the agent's work in it. @throws RUN_ACTIVE */
  'workspaces.discard': route(() => z.object({ sessionId })).returns<{ removed: boolean }>(),
}

const { seconds } = commandLimits

/** Streams of coding agents. */
export const agentStreams = {
  /**
   * Runs the user's command in a shell, in the separate folders of a comparison's agents, one after another. Parley
   * first asks the user about the command outside the window, but not again for the same command and folder until it
   * quits. Closing the stream stops the command; the stream ends when no process of the command is left. The result is
   * stored with the folder and returned by `workspaces.diff`.
   * @throws CANCELLED the user declined; INVALID_INPUT no agent has a folder of its own
   */
  'checks.run': stream(() =>
    z.object({
      comparisonId,
      command: z.string().trim().min(1).max(commandLimits.commandChars),
      /** Absent: all panes. */
      paneIds: z.array(paneId).max(paneLimits.max).exactOptional(),
      /** For each folder; 600 if absent. */
      limitSeconds: z.number().int().min(seconds.min).max(seconds.max).exactOptional(),
    }),
  ).carries<CheckEvent>(),
}
