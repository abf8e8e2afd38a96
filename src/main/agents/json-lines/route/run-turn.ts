import { assertNever } from '../../../../shared/invariant'
import { agentNotice } from '../../../../shared/runs/agent-notice'
import type { Clock } from '../../../base/clock'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import type { AgentProcess } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import { readLines } from '../../turns/read-lines'
import { type ControlEvent, isSourceEvent, type JsonLinesDialect } from '../dialect'
import { ProgramShutdown } from './program-shutdown'
import { Questions } from './questions'

/**
 * Runs one turn on a program that was just started, and ends soon after `signal` aborts. The caller ends the process.
 * @throws the error that the agent reports
 */
export async function* runTurn(
  dialect: JsonLinesDialect,
  clock: Clock,
  started: { turn: RouteTurn; process: AgentProcess; input: string },
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { turn, process, input } = started
  const { signal } = context
  const reader = dialect.createReader(turn, clock)
  const ending = new ProgramShutdown(process, clock)
  const questions = new Questions(dialect, process, context, () => ending.begin(null))
  const act = (event: ControlEvent) => {
    switch (event.type) {
      case 'session':
        context.saveAgentSession(event.resumeId)
        break
      case 'ask':
        questions.ask(event)
        break
      case 'withdraw':
        questions.withdraw(event.requestId)
        break
      case 'reply':
        process.stdin.write(event.line)
        break
      case 'over':
        process.stdin.end()
        questions.withdrawAll()
        ending.expect()
        break
      default:
        assertNever(event)
    }
  }
  const stop = () => ending.begin(dialect.dialogue?.interrupt ?? null)
  signal.addEventListener('abort', stop, { once: true })
  void process.exited.then(() => ending.expect())
  try {
    if (signal.aborted) stop()
    else if (dialect.dialogue === null) process.stdin.end(input)
    else process.stdin.write(input)
    for await (const line of readLines(process.stdout)) {
      for (const event of reader.read(line)) {
        if (isSourceEvent(event)) yield event
        else act(event)
      }
    }
    if (signal.aborted) return
    ending.expect()
    const exit = await process.exited
    if (questions.fault !== null) throw questions.fault
    const failure = reader.failure(ending.hasBegun ? null : exit, process.stderr())
    if (failure === null) return
    if (failure.data?.['reason'] === 'session-lost') {
      yield agentNotice({ reason: 'session-lost' })
    }
    throw failure
  } finally {
    signal.removeEventListener('abort', stop)
    questions.withdrawAll()
    ending.close()
  }
}
