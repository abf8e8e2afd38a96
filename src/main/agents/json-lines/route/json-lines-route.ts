import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import type { AgentSupervisor } from '../../agent-process'
import type { AgentRoute, JsonLinesAgentId, RouteTurn } from '../../agent-route'
import { OddOutput } from '../../turns/odd-output'
import type { JsonLinesDialect } from '../dialect'
import { runTurn } from './run-turn'
import { makeOwnedFolder } from '../../../base/files/owned-folder'

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
  const files = await writeTurnFiles(dialect.files(turn))
  try {
    if (context.signal.aborted) return
    const command = dialect.command(turn, files.folder)
    const process = await supervisor.start({ command, folder: request.workspace, runId })
    context.onUpstreamOpened()
    try {
      const odd = new OddOutput(dialect.agentId, errors)
      yield* runTurn(dialect, { clock, odd }, { turn, process, input: dialect.input(turn) }, context)
    } finally {
      await process.end()
      context.onUpstreamClosed()
    }
  } finally {
    await files.remove()
  }
}

/** Files of one turn, in a folder that only their owner may enter. */
interface TurnFiles {
  /** An absolute path; null without files. */
  folder: string | null
  remove(): Promise<void>
}

/** Writes what an agent gets by file name, such as images, to a separate folder. */
async function writeTurnFiles(
  files: readonly { name: string; content: string | Uint8Array }[],
): Promise<TurnFiles> {
  if (files.length === 0) return { folder: null, remove: () => Promise.resolve() }
  const folder = makeOwnedFolder('agent', tmpdir())
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    for (const { name, content } of files) await writeFile(join(folder, name), content, { mode: 0o600 })
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
