import { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { FormValues, RunContext } from '../../run-source/run-source'
import type { CallPlace, PreparedCall, Tool, ToolCallContext, ToolQuestion, ToolResult } from '../tool'
import { sourceOfResult } from './call-origin'
import { type CallOutcome, deniedText, failedCall, outcomeOfError } from './call-outcome'
import type { ToolLimits } from './limits'

/** A run that waits for a call. */
export interface CallMember {
  /** The run's own context; its signal ends only its own wait. */
  readonly context: RunContext
  /** The call as this run names it. */
  readonly call: CallPlace
  /** Asks the user on behalf of this run. @throws the reason of the run's signal */
  ask(question: ToolQuestion): Promise<'once' | 'deny'>
  /** Called with the effect of the call, before the user is asked. */
  onQuestion(question: ToolQuestion): void
  onOutput(text: string): void
}

export interface JointCallDeps {
  clock: Clock
  limits: Pick<ToolLimits, 'callMs' | 'graceMs'>
  /** An error of a tool that it should not throw, or a call that ignored its abort. */
  onProblem: (error: unknown) => void
}

/** A member's view of the result. */
export interface JointOutcome {
  outcome: CallOutcome
  /** The result was made once for several runs. */
  isShared: boolean
}

/**
 * One execution of a call for one run, or for several panes that make the same call. Its own signal aborts when nobody
 * waits for it any longer. Questions and forms go to one of the runs that wait, and to another one if that one is
 * stopped.
 */
export class JointCall {
  readonly #deps: JointCallDeps
  readonly #controller = new AbortController()
  readonly #members: CallMember[] = []
  readonly #started: Promise<CallOutcome>
  #begin: (first: CallMember) => void = () => {}
  /** The member whose call is executed for all. */
  #executor: CallMember | null = null
  #openUpstreams = 0
  #output = ''
  #question: ToolQuestion | null = null
  #memberCount = 0
  readonly #onReleased: (() => void)[] = []
  #isAbandoned = false

  constructor(tool: Tool, call: { input: unknown; folder: string | null }, deps: JointCallDeps) {
    this.#deps = deps
    const first = Promise.withResolvers<CallMember>()
    this.#begin = first.resolve
    this.#started = first.promise.then((member) => this.#execute(tool, call, member))
  }

  /** True if the call was aborted because nobody waited any longer. */
  get isAborted(): boolean {
    return this.#controller.signal.aborted
  }

  /** True if the call ignored its abort, so that something of it may be left. */
  get isAbandoned(): boolean {
    return this.#isAbandoned
  }

  /** Calls the listener once no connection or process works for the call any longer. */
  whenReleased(listener: () => void): void {
    if (this.#openUpstreams === 0) listener()
    else this.#onReleased.push(listener)
  }

  /** The outcome, as soon as there is one. Never rejects. */
  get ended(): Promise<CallOutcome> {
    return this.#started
  }

  /**
   * Waits for the outcome. If the run is stopped, and nobody else waits, the call is aborted, and this returns when it
   * has ended or was abandoned: with the outcome if it had one in spite of the stop, otherwise null.
   */
  async join(member: CallMember): Promise<JointOutcome | null> {
    const { signal } = member.context
    if (signal.aborted) return null
    this.#enter(member)
    const stopped = Promise.withResolvers<null>()
    const onStop = () => {
      if (this.#members.length > 1) {
        this.#leave(member)
        stopped.resolve(null)
      } else this.#controller.abort(signal.reason)
    }
    signal.addEventListener('abort', onStop, { once: true })
    try {
      const outcome = await Promise.race([this.#started, stopped.promise])
      if (outcome === null || outcome.isInterrupted === true) return null
      if (this.#executor !== member) this.#share(outcome, member)
      return { outcome, isShared: this.#memberCount > 1 }
    } finally {
      signal.removeEventListener('abort', onStop)
      this.#leave(member)
    }
  }

  #enter(member: CallMember): void {
    this.#members.push(member)
    this.#memberCount += 1
    for (let count = 0; count < this.#openUpstreams; count += 1) member.context.onUpstreamOpened()
    if (this.#question !== null) member.onQuestion(this.#question)
    if (this.#output !== '') member.onOutput(this.#output)
    if (this.#executor !== null) return
    this.#executor = member
    this.#begin(member)
  }

  #share({ share }: CallOutcome, { call }: CallMember): void {
    try {
      share?.(call)
    } catch (error) {
      // The result counts, even if this pane cannot take it back.
      this.#deps.onProblem(error)
    }
  }

  /** The last one keeps its upstreams: they are its own to wait for. */
  #leave(member: CallMember): void {
    const index = this.#members.indexOf(member)
    if (index < 0 || (this.#members.length === 1 && this.#openUpstreams > 0)) return
    this.#members.splice(index, 1)
    for (let count = 0; count < this.#openUpstreams; count += 1) member.context.onUpstreamClosed()
  }

  async #execute(
    tool: Tool,
    { input, folder }: { input: unknown; folder: string | null },
    { call }: CallMember,
  ): Promise<CallOutcome> {
    const { clock, limits } = this.#deps
    const { limitMs = limits.callMs } = tool
    const timedOut = new AbortController()
    const signal = AbortSignal.any([this.#controller.signal, timedOut.signal])
    const limit = new TimeLimit(clock, limitMs, () => timedOut.abort(new Error('the call took too long')))
    const context: ToolCallContext = {
      ...call,
      signal,
      folder,
      onUpstreamOpened: () => this.#onUpstream(1),
      onUpstreamClosed: () => this.#onUpstream(-1),
      requestForm: (form, withdrawal) => limit.without(() => this.#requestForm(form, withdrawal)),
      whileAsking: (wait) => limit.without(wait),
      onOutput: (text) => {
        if (tool.limitMs !== undefined) limit.restart()
        this.#onOutput(text)
      },
    }
    const place = sourceOfResult(tool.name, input, folder)
    const origin = place === undefined ? null : { tool: tool.name, place }
    const work = async (): Promise<CallOutcome> => {
      const prepared = await preparedBy(tool, input, context)
      if (!('run' in prepared)) return prepared
      const { question } = prepared
      if (question !== null && (await limit.without(() => this.#askUser(question))) === 'deny')
        return failedCall(deniedText, { isDenied: true })
      signal.throwIfAborted()
      const ended = await outcomeOfRun(tool, prepared, signal)
      return ended.origin === undefined ? { ...ended, origin } : ended
    }
    try {
      const outcome = await this.#unlessAbandoned(work(), signal)
      if (timedOut.signal.aborted && !this.isAborted && outcome.isError) return tooLate(limitMs)
      return outcome
    } catch (error) {
      if (this.isAborted && !isRefused(error)) return interrupted
      if (timedOut.signal.aborted) return tooLate(limitMs)
      const outcome = outcomeOfError(error)
      if (!(error instanceof ParleyError)) this.#deps.onProblem(error)
      return outcome
    } finally {
      limit.dispose()
    }
  }

  /** The work, or an error if it has not ended in time after its abort. */
  async #unlessAbandoned(work: Promise<CallOutcome>, signal: AbortSignal): Promise<CallOutcome> {
    const { clock, limits, onProblem } = this.#deps
    const abandoned = Promise.withResolvers<never>()
    let cancel = doNothing
    const onAbort = () => {
      cancel = clock.after(limits.graceMs, () => {
        this.#isAbandoned = true
        onProblem(new Error('a tool ignored the abort of its call and was abandoned'))
        abandoned.reject(signal.reason as Error)
      })
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([work, abandoned.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
      cancel()
      // An abandoned tool may still fail, which no longer matters.
      work.catch(() => {})
    }
  }

  #askUser(question: ToolQuestion): Promise<'once' | 'deny'> {
    this.#question = question
    for (const member of this.#members) member.onQuestion(question)
    return this.#throughAnyMember((member) => member.ask(question))
  }

  #requestForm(...asked: Parameters<RunContext['requestForm']>): Promise<FormValues | null> {
    return this.#throughAnyMember(({ context }) => context.requestForm(...asked))
  }

  /** Asks through the first run that waits, and through the next one if that one is stopped. */
  async #throughAnyMember<Answer>(ask: (member: CallMember) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const [member] = this.#members
      if (member === undefined) throw this.#controller.signal.reason as Error
      try {
        return await ask(member)
      } catch (error) {
        const isStopped = member.context.signal.aborted
        if (!isStopped || this.isAborted) throw error
        this.#leave(member)
      }
    }
  }

  #onUpstream(change: 1 | -1): void {
    this.#openUpstreams += change
    for (const { context } of this.#members) {
      if (change === 1) context.onUpstreamOpened()
      else context.onUpstreamClosed()
    }
    if (this.#openUpstreams === 0) for (const listener of this.#onReleased.splice(0)) listener()
  }

  #onOutput(text: string): void {
    this.#output = (this.#output + text).slice(-keptOutputChars)
    for (const member of this.#members) member.onOutput(text)
  }
}

/** The longest earlier output for a pane that joins late. */
const keptOutputChars = 64 * 1024

/** The prepared call, or the outcome if its input is not valid. */
async function preparedBy(
  tool: Tool,
  input: unknown,
  context: ToolCallContext,
): Promise<PreparedCall | CallOutcome> {
  try {
    return await tool.prepare(input, context)
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'INVALID_INPUT') throw error
    return failedCall(error.message, { mistake: 'input' })
  }
}

const interrupted = failedCall('The call was cancelled.', { isInterrupted: true })

/** True if the tool found that it must not act, so that a stop at the same time makes no difference. */
function isRefused(error: unknown): boolean {
  return error instanceof ParleyError && (error.code === 'INVALID_INPUT' || error.code === 'NOT_FOUND')
}

function tooLate(limitMs: number): CallOutcome {
  const seconds = Math.round(limitMs / 1000)
  return failedCall(`The tool did not finish within ${seconds} s, so the call was stopped.`)
}

/** The error of a server contains its words, so it is a result like others. @throws ParleyError of other tools */
async function outcomeOfRun(tool: Tool, prepared: PreparedCall, signal: AbortSignal): Promise<CallOutcome> {
  try {
    return outcomeOf(await prepared.run())
  } catch (error) {
    if (tool.serverId === undefined || signal.aborted || !(error instanceof ParleyError)) throw error
    return outcomeOfError(error)
  }
}

function outcomeOf({
  text,
  isError = false,
  sources,
  changes,
  files,
  share,
  origin,
}: ToolResult): CallOutcome {
  return { text, isError, sources, changes, files, share, origin }
}

function doNothing(): void {}

/** A limit on time that does not run while something waits for the user. */
class TimeLimit {
  readonly #clock: Clock
  readonly #onExpired: () => void
  readonly #limitMs: number
  #leftMs: number
  #pauses = 0
  #runningSince: number | null = null
  #cancel = () => {}

  constructor(clock: Clock, limitMs: number, onExpired: () => void) {
    this.#clock = clock
    this.#limitMs = limitMs
    this.#leftMs = limitMs
    this.#onExpired = onExpired
    this.#start()
  }

  /** Starts the time again after a sign of progress. */
  restart(): void {
    if (this.#leftMs === 0) return
    this.#leftMs = this.#limitMs
    if (this.#runningSince === null) return
    this.#cancel()
    this.#start()
  }

  /** The result of `wait`, whose time does not count. */
  async without<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#pauses += 1
    this.#pause()
    try {
      return await wait()
    } finally {
      this.#pauses -= 1
      if (this.#pauses === 0 && this.#leftMs > 0) this.#start()
    }
  }

  /** Nothing expires any longer. */
  dispose(): void {
    this.#pause()
    this.#leftMs = 0
  }

  #start(): void {
    this.#runningSince = this.#clock.monotonic()
    this.#cancel = this.#clock.after(this.#leftMs, this.#onExpired)
  }

  #pause(): void {
    this.#cancel()
    if (this.#runningSince === null) return
    this.#leftMs = Math.max(1, this.#leftMs - (this.#clock.monotonic() - this.#runningSince))
    this.#runningSince = null
  }
}
