import type { MessageId, SessionId } from '../../../../shared/ids'
import { createManualClock } from '../../../base/testing/manual-clock'
import {
  type RunContext,
  type RunRequest,
  type RunSource,
  type SourceEvent,
  unattendedContext,
} from '../../../run-source/run-source'
import { StopSignal } from '../../../run-source/stop-signal'
import type { Tool, ToolCallContext, ToolQuestion, ToolResult } from '../../tool'
import { toolGraceMs, type ToolLimits } from '../limits'
import { LongResults } from '../long-results'
import { SharedCalls } from '../shared-calls'
import { type ToolRun, withTools } from '../tool-loop'

/** The events of a scripted model in one step. */
export type Step = SourceEvent[] | ((request: RunRequest, context: RunContext) => AsyncIterable<SourceEvent>)

/** A model that says each of these in turn, and the last one again and again. Keeps its requests. */
export function scriptedModel(...steps: Step[]): { source: RunSource; requests: RunRequest[] } {
  const requests: RunRequest[] = []
  const source: RunSource = async function* (request, context) {
    await Promise.resolve()
    const step = steps[Math.min(requests.length, steps.length - 1)] ?? []
    requests.push(request)
    yield* typeof step === 'function' ? step(request, context) : step
  }
  return { source, requests }
}

/** A call as a provider reports it. */
export function call(toolCallId: string, toolName: string, input: unknown = {}): SourceEvent {
  return { type: 'tool-call', toolCallId, toolName, input }
}

export const done: SourceEvent = { type: 'finish', reason: 'end' }

/** A question about a call of `tool`. */
export function question(tool: string, extra: Partial<ToolQuestion> = {}): ToolQuestion {
  const subject = { tool, place: 'here', fingerprint: 'f', description: '', inputSchema: {} }
  return { title: `Do ${tool}`, subject, ...extra }
}

/** A tool that answers with its input, unless it is given something else to do. */
export function scriptedTool(
  name: string,
  script: {
    asks?: Partial<ToolQuestion>
    run?: (input: unknown, call: ToolCallContext) => Promise<ToolResult>
    prepare?: (input: unknown) => Promise<void>
    description?: string
  } = {},
): Tool & { runs: unknown[] } {
  const runs: unknown[] = []
  return {
    name,
    title: name,
    description: script.description ?? `Does ${name}.`,
    inputSchema: { type: 'object' },
    kind: 'other',
    runs,
    async prepare(input, toolCall) {
      await script.prepare?.(input)
      return {
        question: script.asks === undefined ? null : question(name, script.asks),
        run: async () => {
          runs.push(input)
          return (await script.run?.(input, toolCall)) ?? { text: `${name} ${JSON.stringify(input)}` }
        },
      }
    },
  }
}

/** Shared by the runs of a test; one for each by default. */
export function loopDeps(limits: Partial<ToolLimits> = {}) {
  const clock = createManualClock()
  const problems: unknown[] = []
  return {
    clock,
    problems,
    limits: { steps: 25, callMs: 120_000, graceMs: toolGraceMs, ...limits },
    shared: new SharedCalls(clock),
    results: new LongResults(),
    onProblem: (error: unknown) => void problems.push(error),
  }
}

/** Runs one answer with tools to its end, or until `stop`. */
export function looping(
  source: RunSource,
  tools: readonly Tool[] | (() => readonly Tool[]),
  {
    deps = loopDeps(),
    context: asking = {},
    request = {},
    ...run
  }: Partial<ToolRun> & {
    deps?: ReturnType<typeof loopDeps>
    context?: Partial<RunContext>
    request?: Partial<RunRequest>
  } = {},
) {
  const controller = new AbortController()
  const context = { ...unattendedContext(controller.signal), ...asking, signal: controller.signal }
  const sessionId = (run.sessionId ?? 'session') as SessionId
  const looped = withTools(
    source,
    {
      sessionId,
      messageId: `answer of ${sessionId}` as MessageId,
      model: 'fake/model',
      tools: typeof tools === 'function' ? tools : () => tools,
      callsTools: undefined,
      contextTokens: undefined,
      costOf: undefined,
      assertMaySpend: () => {},
      folder: null,
      scopeOf: () => null,
      ...run,
    },
    deps,
  )
  const events: SourceEvent[] = []
  const base: RunRequest = { modelId: 'model', messages: [], systemPrompt: null, params: {} }
  const ended = (async () => {
    for await (const event of looped({ ...base, ...request }, context)) events.push(event)
  })()
  const outcome = ended.then(
    () => null,
    (error: unknown) => error,
  )
  return { events, outcome, deps, stop: () => controller.abort(new StopSignal('user')) }
}

/** The results among events, by call. */
export function resultsOf(events: readonly SourceEvent[]): Record<string, unknown> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'tool-result' ? [[event.toolCallId, event.output]] : [])),
  )
}
