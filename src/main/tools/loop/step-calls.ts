import { isDenial } from '../../../shared/agents/agents'
import type { MessageId, SessionId } from '../../../shared/ids'
import { parseForeignJson, valueDepth } from '../../../shared/json-depth'
import { isRecord } from '../../../shared/record'
import type { CallOrigin } from '../../../shared/tools/tools'
import type { Message } from '../../../shared/sessions/messages'
import type { RunContext, SourceEvent, ToolWatch } from '../../run-source/run-source'
import type { Tool, ToolQuestion } from '../tool'
import type { AllSources } from './all-sources'
import { ownSearchOrigin, withOrigin } from './call-origin'
import { type CallOutcome, failedCall } from './call-outcome'
import type { CallMember, JointCallDeps, JointOutcome } from './joint-call'
import { callsAtOnce, callsPerStep, maxInputChars, mistakeWeights } from './limits'
import { cutResult, type LongResults } from './long-results'
import { CallCounts, callKey, type CallScope, type SharedCalls } from './shared-calls'
import type { ToolSet } from './tool-set'
import type { Clock } from '../../base/clock'
import { messageTokens } from '../../../shared/sessions/token-estimates'
import { keptOutputChars } from '../../../shared/runs/reduce-run'

/** A call that the model made in a step. */
export interface StepCall {
  toolCallId: string
  /** The name of the tool as the model wrote it. */
  wireName: string
  input: unknown
  /** Null if there is no such tool. */
  tool: Tool | null
}

export interface StepCallsDeps extends JointCallDeps {
  tools: ToolSet
  shared: SharedCalls
  scope: CallScope | null
  results: LongResults
  sources: AllSources
  context: RunContext
  answer: { sessionId: SessionId; messageId: MessageId }
  folder: string | null
  /** The origins of the outside text that the model has read so far, the newest first. */
  origins: readonly CallOrigin[]
  contextTokens: number | undefined
}

/** Executes the calls of one answer, step by step. */
export class StepCalls {
  readonly #deps: StepCallsDeps
  readonly #counts = new CallCounts()
  readonly #times: CallTimes
  /** Calls that the user has not allowed. A model that makes one again must not be able to ask over and over. */
  readonly #denied = new Set<string>()
  /** The origins of the text that the model has read, the newest first. */
  #origins: readonly CallOrigin[]
  /** Ends when the user has decided about the request before. */
  #asking: Promise<void> = Promise.resolve()

  constructor(deps: StepCallsDeps) {
    this.#deps = deps
    this.#origins = deps.origins
    this.#times = new CallTimes(deps.clock, deps.context.toolWatch)
  }

  /** The model's provider has used its own web search. */
  noteSearch(): void {
    this.#origins = withOrigin(this.#origins, ownSearchOrigin)
  }

  /**
   * Executes the calls, several at once, and yields what happens and one result each. `messages` is what the model has
   * read. Ends early when the run is stopped, after every call has ended or was abandoned.
   * @returns how serious it is that no call was valid; 0 if one was
   */
  async *execute(
    calls: readonly StepCall[],
    messages: readonly Message[],
  ): AsyncGenerator<SourceEvent, number, undefined> {
    const queue = new CallEvents()
    const chars = resultChars(messages, this.#deps.contextTokens, calls.length)
    const outcomes: CallOutcome[] = []
    let next = 0
    const work = async () => {
      while (next < calls.length && !this.#deps.context.signal.aborted) {
        const index = next++
        const call = calls[index]
        if (call === undefined) return
        const ended = await this.#ended(call, index, queue)
        if (ended === null) return
        outcomes[index] = ended.outcome
        this.#report(call, ended, { queue, chars, durationMs: this.#times.take(call.toolCallId) })
      }
    }
    this.#deps.context.toolWatch?.onCalls(true)
    const all = Promise.all(Array.from({ length: callsAtOnce }, work)).finally(() => queue.close())
    // Handled below; without this, it would count as unhandled until all events are taken.
    all.catch(() => {})
    try {
      for await (const event of queue.drain()) yield event
      await all
    } finally {
      this.#deps.context.toolWatch?.onCalls(false)
    }
    for (const { origin } of outcomes) {
      if (origin != null) this.#origins = withOrigin(this.#origins, origin)
    }
    const mistakes = outcomes.map(({ mistake }): number =>
      mistake === undefined ? 0 : mistakeWeights[mistake],
    )
    return mistakes.every((weight) => weight > 0)
      ? mistakes.reduce((most, weight) => Math.max(most, weight), 0)
      : 0
  }

  /** Null if the run was stopped. */
  async #ended(call: StepCall, index: number, queue: CallEvents): Promise<JointOutcome | null> {
    const { tool, toolCallId } = call
    const input = inputOf(call.input)
    const refused = this.#refused(call, index, input)
    if (tool === null || refused !== null)
      return { outcome: refused ?? failedCall('There is no such tool.'), isShared: false }
    const { shared, scope, folder, answer } = this.#deps
    const { sessionId } = answer
    const occurrence = this.#counts.next(tool, input)
    const joint = shared.get(scope, tool, { sessionId, input, folder, occurrence }, this.#deps)
    this.#times.start(toolCallId, tool.name)
    const ended = await joint.join(this.#member({ toolCallId, tool, input }, queue))
    // The card may have been that of another pane.
    if (ended?.outcome.isDenied === true) this.#denied.add(callKey(tool, input))
    // A receipt says when nothing was left. Of a call that other panes still wait for, nothing is this run's.
    if (!joint.isAborted) this.#times.end(toolCallId)
    else if (!joint.isAbandoned) joint.whenReleased(() => this.#times.end(toolCallId))
    return ended
  }

  /** Calls that are not executed. */
  #refused({ tool, wireName, input: given }: StepCall, index: number, input: unknown): CallOutcome | null {
    if (index >= callsPerStep)
      return failedCall(`Too many calls at once: only ${callsPerStep} were executed. Make this call again.`)
    if (tool === null) {
      const known = this.#deps.tools.names.slice(0, 100).join(', ')
      return failedCall(`There is no tool named "${wireName.slice(0, 200)}". The tools are: ${known}.`, {
        mistake: 'malformed',
      })
    }
    if (!isRecord(input)) {
      const what = typeof given === 'string' ? 'are not valid JSON' : 'are not a JSON object'
      return failedCall(`The arguments ${what}. Make the call again with valid arguments.`, {
        mistake: 'malformed',
      })
    }
    if (JSON.stringify(input).length > maxInputChars)
      return failedCall('The arguments are too long.', { mistake: 'input' })
    return null
  }

  #member(call: { toolCallId: string; tool: Tool; input: unknown }, queue: CallEvents): CallMember {
    const { context, answer } = this.#deps
    const { toolCallId } = call
    return {
      context: {
        ...context,
        requestForm: (form, withdrawal) => this.#waiting(call, () => context.requestForm(form, withdrawal)),
      },
      call: { ...answer, toolCallId },
      ask: (question) => this.#waiting(call, () => this.#ask(call, question)),
      onQuestion({ title, changes }) {
        queue.push({ type: 'tool-update', toolCallId, title, ...(changes === undefined ? {} : { changes }) })
      },
      onOutput: (text) => queue.output(toolCallId, text),
    }
  }

  /** While it waits for the user, a call is not measured. */
  async #waiting<Answer>(
    { toolCallId, tool }: { toolCallId: string; tool: Tool },
    wait: () => Promise<Answer>,
  ): Promise<Answer> {
    this.#times.end(toolCallId)
    const answer = await wait()
    this.#times.start(toolCallId, tool.name)
    return answer
  }

  /** Asks one after the other, so that an answer for this chat covers the calls that follow. */
  async #ask(
    { toolCallId, tool, input }: { toolCallId: string; tool: Tool; input: unknown },
    { title, subject, changes, folder, isOnceOnly }: ToolQuestion,
  ): Promise<'once' | 'deny'> {
    const before = this.#asking
    const decided = Promise.withResolvers<void>()
    this.#asking = decided.promise
    const key = callKey(tool, input)
    const [origin, ...earlierOrigins] = this.#origins
    try {
      await before
      if (this.#denied.has(key)) return 'deny'
      const decision = await this.#deps.context.requestApproval({
        toolName: tool.name,
        input,
        toolCallId,
        title,
        kind: tool.kind,
        subject,
        ...(changes === undefined ? {} : { changes }),
        ...(folder === undefined ? {} : { folder }),
        ...(isOnceOnly === undefined ? {} : { isOnceOnly }),
        ...(tool.hints === undefined ? {} : { hints: tool.hints }),
        ...(origin === undefined ? {} : { origin }),
        ...(earlierOrigins.length === 0 ? {} : { earlierOrigins }),
      })
      if (!isDenial(decision)) return 'once'
      this.#denied.add(key)
      return 'deny'
    } finally {
      decided.resolve()
    }
  }

  #report(
    { toolCallId }: StepCall,
    { outcome, isShared }: JointOutcome,
    { queue, chars, durationMs }: { queue: CallEvents; chars: number; durationMs: number | null },
  ): void {
    const { text, isError, changes, files = [], sources = [], origin = null } = outcome
    const { sessionId } = this.#deps.answer
    if (changes !== undefined) queue.push({ type: 'tool-update', toolCallId, changes })
    queue.push({
      type: 'tool-result',
      toolCallId,
      output: cutResult(text.toWellFormed(), this.#deps.results, { sessionId, chars, origin }),
      ...(isError ? { isError } : {}),
      ...(isShared ? { isShared } : {}),
      ...(durationMs === null ? {} : { durationMs }),
    })
    for (const file of files) queue.push({ type: 'file', ...file, toolCallId })
    if (sources.length > 0) queue.push({ type: 'sources', sources: this.#deps.sources.add(sources) })
  }
}

/** Some models write their arguments as JSON within a JSON string. */
function inputOf(input: unknown): unknown {
  if (typeof input !== 'string' || input.length > maxInputChars) return input
  try {
    return parseForeignJson(input, valueDepth)
  } catch {
    return input
  }
}

/** Measures calls without the time in which they wait for the user, and reports them to the run. */
class CallTimes {
  readonly #clock: Clock
  readonly #watch: ToolWatch | undefined
  readonly #calls = new Map<string, { ms: number; since: number | null }>()

  constructor(clock: Clock, watch: ToolWatch | undefined) {
    this.#clock = clock
    this.#watch = watch
  }

  /** The call begins, or continues after it has waited. */
  start(toolCallId: string, name: string): void {
    const { ms = 0 } = this.#calls.get(toolCallId) ?? {}
    this.#calls.set(toolCallId, { ms, since: this.#clock.monotonic() })
    this.#watch?.onCallStarted({ toolCallId, name })
  }

  /** The call has ended, or waits. */
  end(toolCallId: string): void {
    const call = this.#calls.get(toolCallId)
    if (call !== undefined && call.since !== null) {
      this.#calls.set(toolCallId, { ms: call.ms + this.#clock.monotonic() - call.since, since: null })
    }
    this.#watch?.onCallEnded(toolCallId)
  }

  /** Returns the duration of the call, and forgets it; null if it was not executed. */
  take(toolCallId: string): number | null {
    const call = this.#calls.get(toolCallId)
    this.#calls.delete(toolCallId)
    return call?.ms ?? null
  }
}

/** The assumed number of tokens of a model of unknown size, as far as results are concerned. */
const assumedContextTokens = 32_000
const charsPerToken = 4
/** The longest result, whatever the model. */
const maxResultTokens = 12_000
/** The shortest, even if the context is full: less would be of no use. */
const minResultTokens = 250
/** The shares of the context that one result may have, and that stay free for the answer. */
const resultShare = 0.1
const answerShare = 0.2

/** The number of characters of a result that the model gets, if `count` calls of the step have one. */
function resultChars(messages: readonly Message[], contextTokens = assumedContextTokens, count = 1): number {
  const used = messages.reduce((sum, message) => {
    const { text, attachments } = messageTokens(message)
    return sum + text + attachments
  }, 0)
  const free = contextTokens * (1 - answerShare) - used
  const tokens = Math.min(maxResultTokens, contextTokens * resultShare, free / Math.max(1, count))
  return Math.floor(Math.max(minResultTokens, tokens) * charsPerToken)
}

/**
 * Passes the events of calls that run at once to the one generator that yields them. Output that arrives faster than it
 * is taken is joined, and its beginning dropped.
 */
class CallEvents {
  #events: SourceEvent[] = []
  readonly #outputs = new Map<string, string>()
  #wake = () => {}
  #isClosed = false

  push(event: SourceEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  output(toolCallId: string, text: string): void {
    if (text === '') return
    const before = this.#outputs.get(toolCallId)
    this.#outputs.set(toolCallId, ((before ?? '') + text).slice(-keptOutputChars))
    this.#wake()
  }

  /** No more events will come. */
  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  /** All events until `close`. */
  async *drain(): AsyncGenerator<SourceEvent, void, undefined> {
    for (;;) {
      const outputs = [...this.#outputs].map(([toolCallId, text]): SourceEvent => ({
        type: 'tool-output',
        toolCallId,
        text,
      }))
      this.#outputs.clear()
      const events = [...outputs, ...this.#events]
      this.#events = []
      for (const event of events) yield event
      if (events.length > 0) continue
      if (this.#isClosed) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
