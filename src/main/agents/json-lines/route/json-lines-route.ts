import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import type { AgentProcess, AgentSupervisor } from '../../agent-process'
import type { AgentRoute, JsonLinesAgentId, RouteTurn } from '../../agent-route'
import { OddOutput } from '../../turns/odd-output'
import {
  type AgentDialogue,
  type ControlEvent,
  isSourceEvent,
  type JsonLinesDialect,
  type LineApprovalRequest,
} from '../dialect'
import { assertNever } from '../../../../shared/invariant'
import { agentNotice } from '../../../../shared/runs/agent-notice'
import { readLines } from '../../../base/read-lines'

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

/** The time that a program has to exit after the end of its turn or its output. */
const leaveMs = 2_000

/**
 * Runs one turn on a program that was just started, and ends soon after `signal` aborts. The caller ends the process.
 * @throws the error that the agent reports
 */
async function* runTurn(
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

  /** True if the program had to be ended. */
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

/** Approvals that an agent waits for. It keeps printing in the meantime, and may make several requests at once. */
class Questions {
  readonly #dialect: JsonLinesDialect
  readonly #process: AgentProcess
  readonly #context: RunContext
  readonly #onFault: () => void
  readonly #pending = new Map<string, AbortController>()
  #fault: unknown = null

  constructor(dialect: JsonLinesDialect, process: AgentProcess, context: RunContext, onFault: () => void) {
    this.#dialect = dialect
    this.#process = process
    this.#context = context
    this.#onFault = onFault
  }

  /** The error because of which a request could not be made, which ends the turn; null when all could. */
  get fault(): unknown {
    return this.#fault
  }

  ask(question: LineApprovalRequest): void {
    const { dialogue } = this.#dialect
    if (dialogue === null) return
    const withdrawal = new AbortController()
    const { signal } = withdrawal
    this.#pending.set(question.requestId, withdrawal)
    void this.#answer(question, dialogue, signal).finally(() => this.#pending.delete(question.requestId))
  }

  withdraw(requestId: string): void {
    this.#pending.get(requestId)?.abort()
  }

  withdrawAll(): void {
    for (const withdrawal of this.#pending.values()) withdrawal.abort()
  }

  async #answer(question: LineApprovalRequest, dialogue: AgentDialogue, signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted || this.#context.signal.aborted
    try {
      const decision = await this.#context.requestApproval(question.approval, signal)
      if (!isOver()) this.#process.stdin.write(dialogue.answer(question, decision))
    } catch (error) {
      // Nobody waits for a request that was withdrawn.
      if (isOver()) return
      this.#fault ??= error
      this.#onFault()
    }
  }
}
