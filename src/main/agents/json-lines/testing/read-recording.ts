import { readRecording } from '../../../../../e2e/fake-cli/parts/recordings'
import type { ErrorCode } from '../../../../shared/errors'
import { createManualClock } from '../../../base/testing/manual-clock'
import type { AgentExit } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import { OddOutput } from '../../turns/odd-output'
import type { JsonLinesDialect, LineEvent } from '../dialect'
import { agentTurn } from './agent-turn'

/** The result of reading a turn's lines: its events, and its failure. */
export interface ReadTurn {
  events: LineEvent[]
  failure: { code: ErrorCode; message: string; data: Record<string, unknown> | undefined } | null
}

/** Reads what the real program printed in one recorded case, and how it exited. */
export function readRecorded(
  dialect: JsonLinesDialect,
  program: 'claude' | 'codex',
  name: string,
  turn: RouteTurn = agentTurn(),
): ReadTurn {
  const recording = readRecording(program, name)
  const { exitCode, signal, stderr } = recording.meta
  return readAll(dialect, recording.lines, turn, { exit: { code: exitCode, signal }, stderr: stderr ?? '' })
}

/** Reads lines from a test. */
export function readLinesOf(
  dialect: JsonLinesDialect,
  lines: readonly unknown[],
  turn: RouteTurn = agentTurn(),
): ReadTurn {
  const texts = lines.map((line) => JSON.stringify(line))
  return readAll(dialect, texts, turn, { exit: { code: 0, signal: null }, stderr: '' })
}

function readAll(
  dialect: JsonLinesDialect,
  lines: readonly string[],
  turn: RouteTurn,
  { exit, stderr }: { exit: AgentExit; stderr: string },
): ReadTurn {
  const reader = dialect.createReader(turn, createManualClock(0))
  const odd = new OddOutput(dialect.agentId, { warning: () => {} })
  const events = lines.flatMap((line) =>
    odd.messagesIn(line).messages.flatMap((message) => reader.read(message)),
  )
  const failure = reader.failure(exit, stderr)
  if (failure === null) return { events, failure }
  const { code, message, data } = failure
  return { events, failure: { code, message, data } }
}
