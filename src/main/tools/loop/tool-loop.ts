import { randomBytes } from 'node:crypto'

import { mayHaveCost, ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { agentNotice } from '../../../shared/runs/agent-notice'
import type { Message } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { CostOf } from '../../run-source/cost'
import { saysNoTools } from '../../run-source/refused-tools'
import type { RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import type { Tool } from '../tool'
import { AllSources } from './all-sources'
import { AnswerSoFar } from './answer-so-far'
import { originsIn } from './call-origin'
import { maxInputChars, maxMistakes, mistakeWeights, type ToolLimits } from './limits'
import type { LongResults } from './long-results'
import type { CallScope, SharedCalls } from './shared-calls'
import { type StepCall, StepCalls } from './step-calls'
import { StepUsage } from './step-usage'
import { ToolSet } from './tool-set'

export interface ToolLoopDeps {
  clock: Clock
  limits: ToolLimits
  shared: SharedCalls
  results: LongResults
  /** An error that no tool should throw. */
  onProblem: (error: unknown) => void
}

/** An answer whose model has tools. */
export interface ToolRun {
  sessionId: SessionId
  messageId: MessageId
  /** `provider/model` */
  model: string
  /** The tools as they are now. Asked before each step: servers may change theirs. */
  tools: () => readonly Tool[]
  /** False if the model is known not to call tools. */
  callsTools: boolean | undefined
  contextTokens: number | undefined
  costOf: CostOf | undefined
  /** Its answers cost nothing. */
  isFree?: boolean | undefined
  /** @throws LIMIT_REACHED nothing more may be spent, given what the answer has cost so far */
  assertMaySpend: (alsoSpentUsd: number) => void
  /** The folder that the user chose, as a full path; null if none. */
  folder: string | null
  /** Returns the scope in which runs share identical calls; null if they share none. */
  scopeOf: (messages: readonly Message[]) => CallScope | null
}

type Finish = Extract<SourceEvent, { type: 'finish' }>

/**
 * Makes a model's source one that executes the calls of the model and asks it again with their results, until it
 * answers without a call or reaches a limit. All steps are one answer.
 */
export function withTools(source: RunSource, run: ToolRun, deps: ToolLoopDeps): RunSource {
  return (request, context) => new ToolLoop(source, request, { context, run, deps }).run()
}

class ToolLoop {
  readonly #source: RunSource
  readonly #request: RunRequest
  readonly #context: RunContext
  readonly #run: ToolRun
  readonly #limits: ToolLimits
  readonly #tools: ToolSet
  readonly #answer: AnswerSoFar
  readonly #ids: CallIds
  readonly #usage: StepUsage
  readonly #sources = new AllSources()
  readonly #calls: StepCalls
  /** The ids of calls that the provider executes, by those that it gave them. */
  readonly #providerIds = new Map<string, string>()
  /** The calls and the finish of the current step. */
  #made: StepCall[] = []
  #finish: Finish = { type: 'finish', reason: 'end' }

  constructor(
    source: RunSource,
    request: RunRequest,
    { context, run, deps }: { context: RunContext; run: ToolRun; deps: ToolLoopDeps },
  ) {
    const { sessionId, messageId, contextTokens, folder } = run
    const { messages, covered = [] } = request
    // A summary may repeat what a page said, and may be taken back: then its messages are sent again.
    const known = [...covered, ...messages]
    this.#source = source
    this.#request = request
    this.#context = context
    this.#run = run
    this.#limits = deps.limits
    this.#tools = new ToolSet({ sessionId, contextTokens, results: deps.results })
    this.#answer = new AnswerSoFar(run)
    this.#ids = new CallIds(known)
    this.#usage = new StepUsage(run.costOf, run)
    this.#calls = new StepCalls({
      ...deps,
      tools: this.#tools,
      scope: run.scopeOf(messages),
      sources: this.#sources,
      context,
      answer: { sessionId, messageId },
      folder,
      origins: originsIn(known, { folder, references: request.references }),
      contextTokens,
    })
  }

  async *run(): AsyncGenerator<SourceEvent, void, undefined> {
    const { signal } = this.#context
    if (this.#run.callsTools === false) {
      yield* this.#withoutTools()
      return
    }
    let mistakes = 0
    for (let step = 1; ; step += 1) {
      // The start of the run was checked before.
      if (step > 1) this.#run.assertMaySpend(this.#usage.costUsd)
      const outcome = yield* this.#step(step)
      if (outcome === 'refused') {
        yield* this.#withoutTools({ wasRefused: true })
        return
      }
      if (signal.aborted) return
      let weight: number = mistakeWeights.malformed
      if (outcome === 'asked') {
        const isOver = this.#made.length === 0 || this.#finish.reason !== 'end'
        if (isOver || step >= this.#limits.steps) {
          yield isOver ? this.#finish : { type: 'finish', reason: 'tool-limit' }
          return
        }
        weight = yield* this.#executed()
        if (signal.aborted) return
      }
      mistakes = weight === 0 ? 0 : mistakes + weight
      if (mistakes >= maxMistakes) throw failure('PROVIDER_PROTOCOL', 'tool-calls-invalid')
    }
  }

  get #messages(): readonly Message[] {
    const { message } = this.#answer
    return message.parts.length === 0 ? this.#request.messages : [...this.#request.messages, message]
  }

  /**
   * One request to the model. `refused`: its provider does not take tools. `broken`: the model made a call that its
   * provider could not read, and nothing else.
   */
  async *#step(step: number): AsyncGenerator<SourceEvent, 'asked' | 'refused' | 'broken', undefined> {
    const messages = this.#messages
    this.#tools.update(this.#run.tools(), messages)
    const request = {
      ...this.#request,
      messages,
      tools: this.#tools.definitions,
      readAttachment: this.#answer.readFiles(this.#request.readAttachment),
    }
    this.#made = []
    this.#finish = { type: 'finish', reason: 'end' }
    let hasContent = false
    this.#context.toolWatch?.onStep(true)
    const soFar = step > 1 ? this.#usage.startStep() : null
    if (soFar !== null) yield { type: 'usage', usage: soFar }
    let isRefused = false
    try {
      for await (const event of this.#source(request, this.#context)) {
        hasContent ||= event.type !== 'notice' && event.type !== 'usage' && event.type !== 'knowledge'
        const passed = await this.#passed(event)
        if (passed === null) continue
        this.#answer.add(passed)
        yield passed
      }
    } catch (error) {
      isRefused = error instanceof ParleyError && !mayHaveCost(error)
      if (hasContent || this.#context.signal.aborted) throw error
      if (step === 1 && refusesTools(error)) return 'refused'
      if (isBrokenCall(error)) return 'broken'
      throw error
    } finally {
      this.#context.toolWatch?.onStep(false)
      await this.#usage.endStep({ mayHaveCost: hasContent || !isRefused })
    }
    return 'asked'
  }

  /** Executes the calls of the step. @returns as `StepCalls.execute` */
  async *#executed(): AsyncGenerator<SourceEvent, number, undefined> {
    const events = this.#calls.execute(this.#made, this.#messages)
    for (;;) {
      const next = await events.next()
      if (next.done === true) return next.value
      this.#answer.add(next.value)
      yield next.value
    }
  }

  /** The event as part of the whole answer; null if it is only about the step. */
  async #passed(event: SourceEvent): Promise<SourceEvent | null> {
    if (event.type === 'finish') {
      this.#finish = event
      return null
    }
    if (event.type === 'usage') {
      return { type: 'usage', usage: await this.#usage.add(event.usage, event.charges) }
    }
    if (event.type === 'sources' || (event.type === 'tool-call' && event.isRunByProvider === true))
      this.#calls.noteSearch()
    if (event.type === 'sources') return { ...event, sources: this.#sources.add(event.sources) }
    if (event.type === 'tool-call' && event.isRunByProvider !== true) return this.#called(event)
    if (!('toolCallId' in event) || event.type === 'file') return event
    return this.#byProvider(event)
  }

  #called(event: Extract<SourceEvent, { type: 'tool-call' }>): SourceEvent {
    const { toolName: wireName, input } = event
    const toolCallId = this.#ids.unique(event.toolCallId)
    const tool = this.#tools.get(wireName)
    this.#made.push({ toolCallId, wireName, input, tool })
    const known = tool === null ? { toolName: wireName.slice(0, maxNameChars) } : toolFacts(tool)
    // Arguments that are too long to be executed are neither stored nor sent back in full.
    const isTooLong = typeof input === 'string' && input.length > maxInputChars
    const kept = isTooLong ? input.slice(0, keptInputChars).toWellFormed() : input
    return { ...event, toolCallId, ...known, input: kept }
  }

  /** A call that the provider executed, under an id of its own, or something about one; null for any other call. */
  #byProvider(event: Extract<SourceEvent, { toolCallId: string }>): SourceEvent | null {
    const given = event.toolCallId
    if (event.type === 'tool-call') this.#providerIds.set(given, this.#ids.unique(given))
    const toolCallId = this.#providerIds.get(given)
    return toolCallId === undefined ? null : { ...event, toolCallId }
  }

  async *#withoutTools(refused: { wasRefused?: true } = {}): AsyncGenerator<SourceEvent, void, undefined> {
    this.#context.toolWatch?.onUnsupported()
    yield agentNotice({ reason: 'tools-unsupported' })
    for await (const event of this.#source({ ...this.#request, ...refused }, this.#context)) yield event
  }
}

/** Longer than any name that a request offers. */
const maxNameChars = 200
/** Enough for a model to see what it did. */
const keptInputChars = 2_000

function toolFacts({ name, kind }: Tool) {
  return { toolName: name, kind }
}

function isBrokenCall(error: unknown): boolean {
  return error instanceof ParleyError && error.data?.['reason'] === 'broken-call'
}

/** True if a provider said that the model has no tools. */
function refusesTools(error: unknown): boolean {
  return error instanceof ParleyError && saysNoTools(error)
}

const maxIdChars = 200

/** Gives each call of a chat an id of its own: some servers number the calls of every request from 0. */
class CallIds {
  readonly #used = new Set<string>()

  constructor(messages: readonly Message[]) {
    for (const { parts } of messages) {
      for (const part of parts) if (part.type === 'tool-call') this.#used.add(part.toolCallId)
    }
  }

  unique(id: string): string {
    const isFree = id !== '' && id.length <= maxIdChars && !this.#used.has(id)
    const unique = isFree ? id : `call_${randomBytes(12).toString('hex')}`
    this.#used.add(unique)
    return unique
  }
}
