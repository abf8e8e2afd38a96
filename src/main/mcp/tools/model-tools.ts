import { randomUUID } from 'node:crypto'

import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { OrUndefined } from '../../../shared/or-undefined'
import { type ModelParams, paneLimits, reasoningEfforts } from '../../../shared/sessions/sessions'
import { visibleText, visibleWords } from '../../../shared/text/visible-text'
import { BrokenAnswer, type CollectedAnswer, collectAnswer } from '../calls/collect-answer'
import type { ModelHooks } from '../calls/mcp-backend'
import { createApprovalBroker } from '../calls/tool-approvals'
import { imagesField, readImages } from './read-images'
import {
  callInteractiveTool,
  callTool,
  type InteractiveToolCall,
  mcpResult,
  publicError,
  publicUsage,
  type ToolKit,
  usageField,
} from './tool-kit'

const modelField = z.string().min(3).max(300).describe('provider/model, as returned by list_models.')

const questionFields = {
  prompt: z.string().min(1).max(1_000_000).describe('The question or instruction.'),
  system: z.string().max(1_000_000).optional().describe('The system prompt.'),
  params: z
    .object({
      temperature: z.number().min(0).max(2).optional(),
      top_p: z.number().min(0).max(1).optional(),
      max_output_tokens: z.number().int().min(1).optional(),
      seed: z.number().int().optional(),
      stop: z.array(z.string().min(1).max(500)).max(16).optional(),
      reasoning_effort: z.enum(reasoningEfforts).optional(),
    })
    .optional()
    .describe(
      'For omitted parameters, what the user has set for the model applies, or else the provider’s default.',
    ),
  images: imagesField,
}

const answerFields = {
  model: z.string(),
  text: z.string(),
  usage: usageField,
  duration_ms: z.number(),
  tool_calls: z
    .array(z.object({ tool: z.string(), count: z.number(), failed: z.number() }))
    .optional()
    .describe('Only if the server was started with --tools: the tools that the model has called.'),
}

const deniedField = z
  .array(z.string())
  .optional()
  .describe('What a model asked to do but was not allowed to do.')

const askInput = z.object({ model: modelField, ...questionFields })
const askOutput = z.object({ ...answerFields, stop_reason: z.string(), denied: deniedField })

const compareInput = z.object({
  models: z.array(modelField).min(paneLimits.min).max(paneLimits.max).describe('The models to ask.'),
  ...questionFields,
})
const compareOutput = z.object({
  answers: z
    .array(
      z.object({
        ...answerFields,
        status: z.enum(['completed', 'failed']),
        stop_reason: z.string().nullable(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    )
    .describe('One answer per model, in the same order.'),
  denied: deniedField,
})

const listInput = z.object({
  refresh: z.boolean().optional().describe('Asks every provider again instead of returning the cached list.'),
})
const listOutput = z.object({
  models: z.array(
    z.object({
      id: z.string().describe('provider/model.'),
      name: z.string(),
      note: z.string().nullable().describe('What the user has noted about the model.'),
      provider: z.string(),
      is_local: z.boolean(),
      is_scripted: z.boolean().describe('Answers come from a built-in script, not from a model.'),
      is_agent: z.boolean().describe('A coding agent. Use the tool named after it.'),
      takes_images: z.boolean().nullable().describe('null if unknown.'),
      context_tokens: z.number().nullable(),
    }),
  ),
  problems: z.array(z.object({ provider: z.string(), code: z.string(), message: z.string() })),
})

/** Registers the tools that ask models. */
export function registerModelTools(kit: ToolKit): void {
  const { server, backend, haveModelsTools } = kit
  const annotations = { readOnlyHint: !haveModelsTools, openWorldHint: true }
  const withTools = haveModelsTools
    ? ' Models can use the tools that the user allowed for this server; a call may need the user’s consent.'
    : ''
  server.registerTool(
    'ask_model',
    {
      title: 'Ask a model',
      description: `Asks one model and returns its answer. Nothing is stored.${withTools}`,
      inputSchema: askInput,
      outputSchema: askOutput,
      annotations,
    },
    (input, context) =>
      callAsking(kit, context, 'ask_model', async (call) => {
        const images = await readImages(input.images, null, call.signal)
        const asking = askingOf(call)
        const startedAt = kit.clock.monotonic()
        const question = { model: input.model, ...questionOf(input), images }
        const answer = await collectAnswer(
          (onEvent) => backend.askModel(question, asking.hooks, onEvent),
          call.progress,
        )
        const denied = haveModelsTools ? { denied: [...asking.denied] } : {}
        return mcpResult([answer.text, ...toolLines(kit, answer, asking)].join('\n\n'), {
          model: input.model,
          text: answer.text,
          usage: publicUsage(answer.usage),
          duration_ms: Math.round(kit.clock.monotonic() - startedAt),
          ...callsOf(kit, answer),
          stop_reason: answer.stopReason,
          ...denied,
        } satisfies z.infer<typeof askOutput>)
      }),
  )
  server.registerTool(
    'compare_models',
    {
      title: 'Compare models',
      description: `Asks ${paneLimits.min} to ${paneLimits.max} models the same question at once. If one fails, the others still answer. Nothing is stored.${withTools}`,
      inputSchema: compareInput,
      outputSchema: compareOutput,
      annotations,
    },
    (input, context) =>
      callAsking(kit, context, 'compare_models', async (call) => {
        const { signal, progress } = call
        const images = await readImages(input.images, null, signal)
        const asking = askingOf(call)
        let doneCount = 0
        progress.report(`0 of ${input.models.length} models answered`)
        const answers = await Promise.all(
          input.models.map(async (model) => {
            const answer = await answerOf(kit, { model, ...questionOf(input), images }, asking.hooks)
            doneCount += 1
            progress.report(`${doneCount} of ${input.models.length} models answered (latest: ${model})`)
            return answer
          }),
        )
        const texts = answers.map(({ model, text: said, error, tool_calls: calls = [] }) =>
          [
            `## ${visibleText(model)}`,
            error === null ? said : `${error.code}: ${visibleWords(error.message)}`,
            ...calledLine(calls),
          ].join('\n\n'),
        )
        const denied = haveModelsTools ? { denied: [...asking.denied] } : {}
        return mcpResult([...texts, ...deniedLines(asking)].join('\n\n'), {
          answers,
          ...denied,
        } satisfies z.infer<typeof compareOutput>)
      }),
  )
  server.registerTool(
    'list_models',
    {
      title: 'List models',
      description:
        'Lists the models that Parley can use now, except those that the user has hidden, and the providers whose models could not be listed. Hidden models can still be asked by id.',
      inputSchema: listInput,
      outputSchema: listOutput,
      annotations: { readOnlyHint: true },
    },
    (input, context) =>
      callTool(kit, context, async ({ signal }) => {
        const { models, problems } = await backend.listModels(input.refresh ?? false, signal)
        const told: z.infer<typeof listOutput> = {
          models: models.map((model) => ({
            id: model.id,
            name: model.name,
            note: model.preference?.note ?? null,
            provider: model.providerName,
            is_local: model.isLocal,
            is_scripted: model.isScripted,
            is_agent: model.agent !== undefined,
            takes_images: model.facts?.takesImages ?? null,
            context_tokens: model.facts?.contextTokens ?? null,
          })),
          problems: problems.map(({ providerName, error }) => ({
            provider: providerName,
            code: error.code,
            message: error.message,
          })),
        }
        const lines = [
          ...told.models.map(({ id }) => visibleText(id)),
          ...told.problems.map(
            ({ provider, code, message }) => `${visibleWords(provider)}: ${code}: ${visibleWords(message)}`,
          ),
        ]
        return mcpResult(lines.join('\n'), told)
      }),
  )
}

type Answer = z.infer<typeof compareOutput>['answers'][number]

/** One request that asks models, and what their tools were not allowed to do. */
interface Asking {
  hooks: ModelHooks
  denied: readonly string[]
}

function askingOf({ signal, ask }: InteractiveToolCall): Asking {
  const desk = createApprovalBroker(ask)
  const hooks: ModelHooks = {
    signal,
    requestApproval: (approval, withdrawn) =>
      desk.request(approval, withdrawn === undefined ? signal : AbortSignal.any([signal, withdrawn])),
    onRefused: (approval) => desk.refuse(approval),
    callsKey: randomUUID(),
  }
  return { hooks, denied: desk.denied }
}

/** Only models with tools may have to ask the client's user. */
function callAsking(
  kit: ToolKit,
  context: ServerContext,
  tool: string,
  work: (call: InteractiveToolCall) => Promise<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  if (kit.haveModelsTools) return callInteractiveTool(kit, context, tool, work)
  return callTool(kit, context, (call) => work({ ...call, ask: null }))
}

/** The calls of an answer by tool; nothing if models have no tools. */
function callsOf(
  { haveModelsTools }: ToolKit,
  { calls }: Pick<CollectedAnswer, 'calls'>,
): Pick<Answer, 'tool_calls'> {
  if (!haveModelsTools) return {}
  const byTool = Map.groupBy(calls, ({ tool }) => tool)
  return {
    tool_calls: Array.from(byTool, ([tool, ofTool]) => ({
      tool,
      count: ofTool.length,
      failed: ofTool.filter(({ isDone }) => !isDone).length,
    })),
  }
}

/** For clients that show only the text. */
function toolLines(kit: ToolKit, answer: Pick<CollectedAnswer, 'calls'>, asking: Asking): string[] {
  return [...calledLine(callsOf(kit, answer).tool_calls ?? []), ...deniedLines(asking)]
}

function calledLine(calls: NonNullable<Answer['tool_calls']>): string[] {
  if (calls.length === 0) return []
  const named = calls.map(({ tool, count, failed }) => {
    const failures = failed === 0 ? '' : `, ${failed} failed`
    return `${visibleText(tool)} (${count}${failures})`
  })
  return [`Tools called: ${named.join(', ')}`]
}

function deniedLines({ denied }: Asking): string[] {
  return denied.length === 0 ? [] : [`Not allowed:\n${denied.map((what) => `- ${what}`).join('\n')}`]
}

/** The answer of one of several models: an error becomes part of the result. */
async function answerOf(
  kit: ToolKit,
  question: Parameters<ToolKit['backend']['askModel']>[0],
  hooks: ModelHooks,
): Promise<Answer> {
  const { backend, clock, log } = kit
  const startedAt = clock.monotonic()
  const durationMs = () => Math.round(clock.monotonic() - startedAt)
  const { model } = question
  try {
    const answer = await collectAnswer((onEvent) => backend.askModel(question, hooks, onEvent), null)
    const { text, usage, stopReason } = answer
    return {
      model,
      text,
      usage: publicUsage(usage),
      duration_ms: durationMs(),
      ...callsOf(kit, answer),
      status: 'completed',
      stop_reason: stopReason,
      error: null,
    }
  } catch (error) {
    return {
      model,
      text: error instanceof BrokenAnswer ? error.answer.text : '',
      usage: error instanceof BrokenAnswer ? publicUsage(error.answer.usage) : null,
      duration_ms: durationMs(),
      ...callsOf(kit, error instanceof BrokenAnswer ? error.answer : { calls: [] }),
      status: 'failed',
      stop_reason: null,
      error: publicError(error, log),
    }
  }
}

function questionOf(input: Pick<z.infer<typeof askInput>, 'prompt' | 'system' | 'params'>) {
  return { prompt: input.prompt, systemPrompt: input.system ?? null, params: paramsOf(input.params) }
}

function paramsOf(given: z.infer<typeof questionFields.params>): OrUndefined<ModelParams> {
  return {
    temperature: given?.temperature,
    topP: given?.top_p,
    maxOutputTokens: given?.max_output_tokens,
    seed: given?.seed,
    stop: given?.stop,
    reasoningEffort: given?.reasoning_effort,
  }
}
