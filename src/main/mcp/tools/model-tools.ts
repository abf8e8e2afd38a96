import { z } from 'zod'

import type { OrUndefined } from '../../../shared/or-undefined'
import { type ModelParams, paneLimits, reasoningEfforts } from '../../../shared/sessions/sessions'
import { visibleText, visibleWords } from '../../../shared/text/visible-text'
import { BrokenAnswer, collectAnswer } from '../calls/collect-answer'
import { imagesField, readImages } from './read-images'
import { callTool, type ToolKit } from './tool-kit'
import { publicError, publicUsage, toolResult, usageField } from './tool-result'

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
}

const askInput = z.object({ model: modelField, ...questionFields })
const askOutput = z.object({ ...answerFields, stop_reason: z.string() })

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
  const { server, backend } = kit
  server.registerTool(
    'ask_model',
    {
      title: 'Ask a model',
      description: 'Asks one model and returns its answer. Nothing is stored.',
      inputSchema: askInput,
      outputSchema: askOutput,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (input, context) =>
      callTool(kit, context, async ({ signal, progress }) => {
        const images = await readImages(input.images, null, signal)
        const startedAt = kit.clock.monotonic()
        const answer = await collectAnswer(
          backend.askModel({ model: input.model, ...questionOf(input), images }, signal),
          progress,
        )
        return toolResult(answer.text, {
          model: input.model,
          text: answer.text,
          usage: publicUsage(answer.usage),
          duration_ms: Math.round(kit.clock.monotonic() - startedAt),
          stop_reason: answer.stopReason,
        } satisfies z.infer<typeof askOutput>)
      }),
  )
  server.registerTool(
    'compare_models',
    {
      title: 'Compare models',
      description: `Asks ${paneLimits.min} to ${paneLimits.max} models the same question at once. If one fails, the others still answer. Nothing is stored.`,
      inputSchema: compareInput,
      outputSchema: compareOutput,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (input, context) =>
      callTool(kit, context, async ({ signal, progress }) => {
        const images = await readImages(input.images, null, signal)
        let doneCount = 0
        progress.report(`0 of ${input.models.length} models answered`)
        const answers = await Promise.all(
          input.models.map(async (model) => {
            const answer = await answerOf(kit, { model, ...questionOf(input), images }, signal)
            doneCount += 1
            progress.report(`${doneCount} of ${input.models.length} models answered (latest: ${model})`)
            return answer
          }),
        )
        const text = answers
          .map(
            ({ model, text: said, error }) =>
              `## ${visibleText(model)}\n\n${error === null ? said : `${error.code}: ${visibleWords(error.message)}`}`,
          )
          .join('\n\n')
        return toolResult(text, { answers } satisfies z.infer<typeof compareOutput>)
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
        return toolResult(lines.join('\n'), told)
      }),
  )
}

/** The answer of one of several models: an error becomes part of the result. */
async function answerOf(
  { backend, clock, log }: ToolKit,
  question: Parameters<ToolKit['backend']['askModel']>[0],
  signal: AbortSignal,
): Promise<z.infer<typeof compareOutput>['answers'][number]> {
  const startedAt = clock.monotonic()
  const durationMs = () => Math.round(clock.monotonic() - startedAt)
  const { model } = question
  try {
    const { text, usage, stopReason } = await collectAnswer(backend.askModel(question, signal), null)
    return {
      model,
      text,
      usage: publicUsage(usage),
      duration_ms: durationMs(),
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
