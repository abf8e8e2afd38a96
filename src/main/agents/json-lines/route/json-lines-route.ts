import type { Clock } from '../../../base/clock'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import type { AgentSupervisor } from '../../agent-process'
import type { AgentRoute, LineAgentId, RouteTurn } from '../../agent-route'
import { claudeDialect } from '../claude-code/claude-dialect'
import { codexDialect } from '../codex/codex-dialect'
import type { JsonLinesDialect } from '../dialect'
import { runTurn } from './run-turn'
import { writeTurnFiles } from './turn-files'

const dialects: Readonly<Record<LineAgentId, JsonLinesDialect>> = {
  'claude-code': claudeDialect,
  codex: codexDialect,
}

/** The services that the route uses. */
export interface JsonLinesServices {
  supervisor: AgentSupervisor
  clock: Clock
}

/**
 * Talks to an agent through the JSON lines that its program prints: one process per turn, which is gone when the turn
 * ends. Claude Code asks for approval; Codex cannot, so only its sandbox limits what it may do.
 */
export function createJsonLinesRoute(agentId: LineAgentId, services: JsonLinesServices): AgentRoute {
  const dialect = dialects[agentId]
  return (turn, context) => playTurn(dialect, services, turn, context)
}

async function* playTurn(
  dialect: JsonLinesDialect,
  { supervisor, clock }: JsonLinesServices,
  turn: RouteTurn,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { request, runId } = turn
  const files = await writeTurnFiles(dialect.files(turn))
  try {
    if (context.signal.aborted) return
    const command = dialect.command(turn, files.folder)
    const process = await supervisor.start({ command, folder: request.workspace, runId })
    context.onUpstreamOpened()
    try {
      yield* runTurn(dialect, clock, { turn, process, input: dialect.input(turn) }, context)
    } finally {
      await process.end()
      context.onUpstreamClosed()
    }
  } finally {
    await files.remove()
  }
}
