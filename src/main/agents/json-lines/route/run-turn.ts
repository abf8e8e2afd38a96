import { assertNever } from '../../../../shared/invariant'
import { agentNotice } from '../../../../shared/runs/agent-notice'
import type { Clock } from '../../../base/clock'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import type { AgentProcess } from '../../agent-process'
import type { RouteTurn } from '../../agent-route'
import type { OddOutput } from '../../turns/odd-output'
import { readLines } from '../../turns/read-lines'
import { type ControlEvent, isSourceEvent, type JsonLinesDialect } from '../dialect'
import { Questions } from './questions'

/** How long a program may keep running after the end of its turn or its output. */
const leaveMs = 2_000

/**
 * Runs one turn on a program that was just started, and ends soon after `signal` aborts. The caller ends the process.
 * @throws the error that the agent reports
 */
export async function* runTurn(
  dialect: JsonLinesDialect,
  { clock, odd }: { clock: Clock; odd: OddOutput },
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
      case 'odd':
        odd.note(event.oddity, event.sample)
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
    const onTooLong = (start: string) => odd.lost('long-line', start)
    for await (const line of readLines(process.stdout, { onTooLong })) {
      for (const event of odd.messagesIn(line).messages.flatMap((message) => reader.read(message))) {
        if (isSourceEvent(event)) yield event
        else act(event)
      }
      const notice = odd.takeNotice()
      if (notice !== null) yield notice
    }
    if (signal.aborted) return
    ending.expect()
    const exit = await process.exited
    if (questions.fault !== null) throw questions.fault
    const failure = reader.failure(ending.hasBegun ? null : exit, process.stderr() || odd.lastLine)
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

/** Ends a program: immediately when the turn is stopped, else when it does not exit on its own. */
class ProgramShutdown {
  readonly #process: AgentProcess
  readonly #clock: Clock
  #cancelTimer: (() => void) | null = null
  #hasBegun = false
  #isOver = false

  constructor(process: AgentProcess, clock: Clock) {
    this.#process = process
    this.#clock = clock
  }

  /** Whether the program had to be ended. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Ends it, first by a line, or else by a signal. */
  begin(line: string | null): void {
    this.#stopWaiting()
    this.#hasBegun = true
    const { stdin } = this.#process
    // The caller that started it waits for the same ending.
    void this.#process.end(line === null ? undefined : () => void stdin.write(line))
  }

  /** The program is about to exit. */
  expect(): void {
    if (this.#hasBegun || this.#isOver || this.#cancelTimer !== null) return
    this.#cancelTimer = this.#clock.after(leaveMs, () => this.begin(null))
  }

  /** Stops watching. The caller that started the program ends it. */
  close(): void {
    this.#isOver = true
    this.#stopWaiting()
  }

  #stopWaiting(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }
}
