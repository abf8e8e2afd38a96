import { z } from 'zod'

import type { AgentInfo, ChatConsentRule, ConsentRule, FolderFacts, WorkspaceDiff } from '../agents/agents'
import { agentIds } from '../agents/agents'
import type { ErrorData } from '../errors'
import { route } from './define-route'
import { sessionId, workspace } from './fields'

const agentId = z.enum(agentIds)
const variableName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must have only letters, digits and underscores')

/** The routes of coding agents: which there are, what they were allowed, and the folders they work in. */
export const agentRoutes = {
  /** Every agent, installed or not. `refresh` looks for them again instead of answering what was found lately. */
  'agents.list': route(z.object({ refresh: z.boolean().exactOptional() })).returns<{ agents: AgentInfo[] }>(),
  /**
   * Sets another program, server or variables for an agent; null goes back to its own. What it would start, and with
   * what, is shown in full by Parley itself, outside the window, and is done only when the user agrees there.
   * @throws CANCELLED the user did not agree, INVALID_INPUT
   */
  'agents.save': route(
    z.object({
      agentId,
      executable: z.string().min(1).max(4096).nullable().exactOptional(),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .nullable()
        .exactOptional(),
      /** Those that are named change: null takes one away. What they hold goes in and never out. */
      environment: z.record(variableName, z.string().max(8192).nullable()).exactOptional(),
    }),
  ).returns<{ agent: AgentInfo }>(),

  /**
   * Everything that the user allowed for good: what may be done without ever asking first, then the newest first.
   * `ofChats` is what was allowed in one chat alone, where there is any. `problem` is why the store does not say what
   * it holds; then only folders in which an agent may do everything are listed.
   */
  'consents.list': route(z.object({})).returns<{
    consents: ConsentRule[]
    ofChats?: ChatConsentRule[]
    problem?: ErrorData
  }>(),
  /** From now on it is asked again. */
  'consents.remove': route(z.object({ consentId: z.string().max(200) })).returns<{ removed: boolean }>(),

  /** Lets the user choose a folder in a dialog of the system; `path` is null when none was, or there is no such dialog. */
  'workspaces.choose': route(z.object({})).returns<{ path: string | null; hasDialog: boolean }>(),
  /** What there is to know of a folder before an agent works in it, and those that chats last used, the newest first. */
  'workspaces.look': route(z.object({ path: workspace.exactOptional() })).returns<{
    folder: FolderFacts | null
    recent: string[]
  }>(),
  /** What the agent of this chat or pane did in the folder of its own; null where it has none. */
  'workspaces.diff': route(z.object({ sessionId })).returns<{ diff: WorkspaceDiff | null }>(),
  /**
   * Brings what the agent did in these files into the folder that its own was made of: exactly what `workspaces.diff` has
   * shown and named by `state`, whatever was done since.
   * @throws RUN_ACTIVE, INVALID_INPUT nothing was changed: the folder has changed meanwhile where it would be changed
   */
  'workspaces.apply': route(
    z.object({
      sessionId,
      state: z.string().regex(/^[0-9a-f]{40,64}$/),
      paths: z.array(z.string().max(4096)).max(10_000),
    }),
  ).returns<{ applied: string[] }>(),
  /** Removes the folder that was made for this chat or pane, with all that the agent did there. @throws RUN_ACTIVE */
  'workspaces.discard': route(z.object({ sessionId })).returns<{ removed: boolean }>(),
}
