import type { MessageId, SessionId } from '../../../shared/ids'
import { type PromptPast, recordedCalls } from '../../../shared/sets/past'
import type { Clock } from '../../base/clock'
import type { GuardedEvent, RunSource } from '../../run-source/run-source'
import { toolGraceMs } from '../../tools/loop/limits'
import { LongResults } from '../../tools/loop/long-results'
import { callKey, SharedCalls } from '../../tools/loop/shared-calls'
import { withTools } from '../../tools/loop/tool-loop'
import type { Tool } from '../../tools/tool'
import type { CellSource } from './ask-cell'

/** Enough to see what a model called. */
const shownCallChars = 300
const maxShownCalls = 20
const noResult =
  'Not recorded here: this call has no result. Continue with the results that you have, or make a call that you made before.'

/** The calls of an answer, of which none is ever executed. */
export class RecordedTools {
  readonly #past: PromptPast
  readonly #names: ReadonlySet<string>
  #replayed = 0
  readonly #unrecorded: string[] = []

  constructor(past: PromptPast) {
    this.#past = past
    this.#names = new Set(past.tools?.map(({ name }) => name))
  }

  /** Makes a model's source one that offers the recorded tools, and answers each call from the record. */
  around(
    source: RunSource,
    {
      callsTools,
      contextTokens,
      costOf,
      isFree,
      ...run
    }: CellSource & { model: string; clock: Clock; steps: number },
  ): RunSource {
    const tools = this.#tools()
    if (tools.length === 0) return source
    return withTools(
      source,
      {
        sessionId: 'set' as SessionId,
        messageId: 'answer' as MessageId,
        model: run.model,
        tools: () => tools,
        callsTools,
        contextTokens,
        costOf,
        isFree,
        // The run reserves the cost of the whole answer.
        assertMaySpend: () => {},
        folder: null,
        scopeOf: () => null,
      },
      {
        clock: run.clock,
        limits: { steps: run.steps, callMs: toolGraceMs, graceMs: toolGraceMs },
        shared: new SharedCalls(run.clock),
        results: new LongResults(),
        onProblem: () => {},
      },
    )
  }

  /** Counts calls of tools that are not offered. */
  note(event: GuardedEvent): void {
    if (event.type !== 'tool-call' || event.isRunByProvider === true || this.#names.size === 0) return
    // Every known tool has a kind.
    if (event.kind === undefined) this.#add(event.toolName, event.input)
  }

  /** What the calls were; empty without any. */
  get course(): { replayed?: number; unrecorded?: string[] } {
    return {
      ...(this.#replayed === 0 ? {} : { replayed: this.#replayed }),
      ...(this.#unrecorded.length === 0 ? {} : { unrecorded: this.#unrecorded }),
    }
  }

  #tools(): Tool[] {
    const calls = new Map(recordedCalls(this.#past).map((call) => [callKey(call, call.input), call]))
    return (this.#past.tools ?? []).map(({ name, description, inputSchema }) => ({
      name,
      title: name,
      description,
      inputSchema,
      kind: 'other',
      prepare: (input) => {
        const found = calls.get(callKey({ name }, input))
        const run = () => {
          if (found === undefined) {
            this.#add(name, input)
            return Promise.resolve({ text: noResult, isError: true })
          }
          this.#replayed += 1
          return Promise.resolve({ text: found.output, isError: found.isError === true })
        }
        return Promise.resolve({ question: null, run })
      },
    }))
  }

  #add(name: string, input: unknown): void {
    if (this.#unrecorded.length >= maxShownCalls) return
    this.#unrecorded.push(`${name} ${JSON.stringify(input) ?? ''}`.slice(0, shownCallChars).toWellFormed())
  }
}
