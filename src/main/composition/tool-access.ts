import type { ParleyError } from '../../shared/errors'
import { failure, toErrorData } from '../../shared/failures/failure'
import type { ComparisonId, SessionId } from '../../shared/ids'
import { type Message, messageText } from '../../shared/sessions/messages'
import { isToolOn, type ToolInfo } from '../../shared/tools/tools'
import { toolTokens } from '../../shared/tools/tool-tokens'
import type { Clock } from '../base/clock'
import type { HealthMonitor } from '../health/health-monitor'
import type { RunSource } from '../run-source/run-source'
import type { ResolvedModel, ToolsOfRun } from '../runs/starting/run-starter'
import type { SettingsStore } from '../settings/settings-store'
import { toolGraceMs, type ToolLimits } from '../tools/loop/limits'
import { LongResults } from '../tools/loop/long-results'
import { SharedCalls } from '../tools/loop/shared-calls'
import { type ToolRun, withTools } from '../tools/loop/tool-loop'
import { serverTools } from '../tools/servers/server-tools'
import type { Servers } from '../tools/servers/servers'
import type { FolderOfSession, Tool, ToolCatalogue } from '../tools/tool'

export type ToolAccess = ReturnType<typeof openToolAccess>

/** The tools that models can use, and what runs need of them. */
export function openToolAccess({
  clock,
  health,
  settings,
  servers,
  makeBuiltIn,
}: {
  clock: Clock
  health: HealthMonitor
  settings: Pick<SettingsStore, 'get'>
  servers: Servers
  /** Makes Parley's own tools, when they are first needed: their schemas would be a good part of a start. */
  makeBuiltIn: () => readonly Tool[]
}) {
  let builtIn: readonly Tool[] | undefined
  /** The tools of each part. Called for every request: the tools of servers change. */
  const parts: (() => readonly Tool[])[] = [() => (builtIn ??= makeBuiltIn()), () => serverTools(servers)]
  const all = () => parts.flatMap((tools) => tools())
  /**
   * The tools that are on and can be used now, in this folder. Starts no server: what a server offers is remembered from
   * its last connection.
   */
  const usable = (enabled: readonly string[], folder: string | null) =>
    all().filter((tool) => isToolOn(enabled, tool.name) && problemOf(tool, { workspace: folder }) === null)
  const catalogue: ToolCatalogue = {
    list: ({ enabled }, folder) =>
      all().map((tool): ToolInfo => {
        const { name, title, description, inputSchema, kind, serverId, hints } = tool
        const problem = problemOf(tool, folder)
        return {
          name,
          title,
          description,
          inputSchema,
          kind,
          ...(serverId === undefined ? {} : { serverId }),
          ...(hints === undefined ? {} : { hints }),
          isEnabled: isToolOn(enabled, name),
          tokens: toolTokens({ name, description, inputSchema }),
          ...(problem === null ? {} : { problem: toErrorData(problem) }),
        }
      }),
  }
  const results = new LongResults()
  const loop = {
    clock,
    shared: new SharedCalls(clock),
    results,
    onProblem: (error: unknown) => health.warning('tools', error),
  }

  /** As the user has set them when an answer begins. */
  const limits = (): ToolLimits => {
    const { toolSteps: steps, toolCallSeconds } = settings.get()
    return { steps, callMs: toolCallSeconds * 1_000, graceMs: toolGraceMs }
  }

  /** Makes a model's source one that has the tools of the answer, as far as they can be used. */
  const around = (given: RunSource, answer: ToolsOfAnswer): RunSource => {
    const { enabled, folder, resolved, ...rest } = answer
    if (enabled.length === 0) return given
    const open = () => usable(enabled, folder)
    const tools = open()
    const source = withOwnSearch(given, { enabled, tools, ownSearch: resolved.ownSearch })
    if (tools.length === 0) return source
    const { callsTools, contextTokens, costOf, isFree } = resolved
    const run = { ...rest, tools: open, callsTools, contextTokens, costOf, isFree, folder }
    return withTools(source, run, { ...loop, limits: limits() })
  }

  /** Gives each model the tools of its chat or pane. */
  const forRuns = (comparisonOf: (sessionId: SessionId) => ComparisonId | null) => ({
    around(source: RunSource, { session, ...run }: ToolsOfRun): RunSource {
      const { id: sessionId } = session
      return around(source, {
        ...run,
        sessionId,
        enabled: session.tools?.enabled ?? [],
        folder: chosenFolder(session),
        scopeOf(messages) {
          const comparisonId = comparisonOf(sessionId)
          return comparisonId === null ? null : { key: JSON.stringify([comparisonId, questionOf(messages)]) }
        },
      })
    },
  })
  return {
    catalogue,
    around,
    forRuns,
    /** A chat is gone: frees the long results of its tools. */
    forget: (sessionId: SessionId) => results.forget(sessionId),
  }
}

/** An answer whose model may have tools. */
interface ToolsOfAnswer
  extends Omit<ToolsOfRun, 'session'>, Pick<ToolRun, 'sessionId' | 'folder' | 'scopeOf'> {
  /** Names of tools, as in `ToolChoice`. */
  enabled: readonly string[]
}

/** Lets a model search with its provider's own tool, if searching is on and no search provider is set up. */
function withOwnSearch(
  source: RunSource,
  {
    enabled,
    tools,
    ownSearch,
  }: Pick<ResolvedModel, 'ownSearch'> & { enabled: readonly string[]; tools: readonly Tool[] },
): RunSource {
  const isSetUp = tools.some(({ name }) => name === 'web.search')
  const isUsable = ownSearch === 'beside-tools' || (ownSearch === 'alone' && tools.length === 0)
  if (!enabled.includes('web.search') || isSetUp || !isUsable) return source
  return (request, context) => source({ ...request, webSearch: 'own' }, context)
}

/** Why the tool cannot be used now in this folder; null if it can. */
function problemOf(tool: Tool, folder: FolderOfSession): ParleyError | null {
  if (tool.name.startsWith('files.') && chosenFolder(folder) === null) {
    const reason = folder.isFolderImported === true ? 'tool-folder-imported' : 'tool-folder-none'
    return failure('INVALID_INPUT', reason)
  }
  return tool.problem?.() ?? null
}

/** The folder that the user has chosen; null if there is none. An imported chat names one that somebody else chose. */
function chosenFolder({ workspace, isFolderImported }: FolderOfSession): string | null {
  return workspace === null || workspace.trim() === '' || isFolderImported === true ? null : workspace
}

/** The question that panes must have in common to count as asked the same. */
function questionOf(messages: readonly Message[]): unknown {
  const asked = messages.filter(({ role }) => role === 'user').slice(-2)
  return asked.map((message) => [
    messageText(message),
    message.parts.map((part) => (part.type === 'attachment' ? part.attachmentId : null)),
  ])
}
