import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import type { AgentSupervisor } from '../../agent-process'
import type { AgentRoute, JsonLinesAgentId, RouteTurn } from '../../agent-route'
import { OddOutput } from '../../turns/odd-output'
import type { JsonLinesDialect } from '../dialect'
import { runTurn } from './run-turn'

/** Loaded with the first turn: a start needs none of their schemas. */
const loadDialect: Readonly<Record<JsonLinesAgentId, () => Promise<JsonLinesDialect>>> = {
  'claude-code': async () => (await import('../claude-code/claude-dialect')).claudeDialect,
  codex: async () => (await import('../codex/codex-dialect')).codexDialect,
}

/** The services that the route uses. */
export interface JsonLinesServices {
  supervisor: AgentSupervisor
  clock: Clock
  /** Gets notes about output that Parley does not understand. */
  errors: Pick<ErrorSink, 'warning'>
}

/**
 * Talks to an agent through the JSON lines that its program prints: one process per turn, which is gone when the turn
 * ends. Claude Code asks for approval; Codex cannot, so only its sandbox limits what it may do.
 */
export function createJsonLinesRoute(agentId: JsonLinesAgentId, services: JsonLinesServices): AgentRoute {
  return (turn, context) => playTurn(loadDialect[agentId], services, turn, context)
}

async function* playTurn(
  load: () => Promise<JsonLinesDialect>,
  { supervisor, clock, errors }: JsonLinesServices,
  turn: RouteTurn,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { request, runId } = turn
  const dialect = await load()
  if (context.signal.aborted) return
  const process = await supervisor.start({ command: dialect.command(turn), folder: request.workspace, runId })
  context.onUpstreamOpened()
  try {
    const odd = new OddOutput(dialect.agentId, errors)
    yield* runTurn(dialect, { clock, odd }, { turn, process, input: dialect.input(turn) }, context)
  } finally {
    await process.end()
    context.onUpstreamClosed()
  }
}
