import { failure } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import {
  type AttachmentPart,
  type FormPart,
  type Message,
  messageText,
} from '../../../shared/sessions/messages'
import { oneLine } from '../../../shared/text/one-line'
import { hashText } from '../../../shared/text/hash-text'
import type { Clock } from '../../base/clock'
import { pause, untilAborted } from '../../base/pause'
import { seededRandom } from '../../base/seeded-random'
import type { AttachmentContent, RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import type { Provider } from '../provider'
import { type DemoModel, demoModels, type DemoPrompt, type DemoStep, quickMs, say } from './demo-script'
import { tourAnswer } from './demo-tour'

/** The id of the built-in provider, which no other may use. */
export const demoProviderId = 'demo'

/**
 * Scripted answers without a network, for trying Parley out offline. Each answer says that it is scripted. The models
 * that only tests need are listed only with `listsFixtures`.
 */
export function createDemoProvider(clock: Clock, { listsFixtures = false } = {}): Provider {
  const name = 'Demo'
  return {
    id: demoProviderId,
    kind: 'demo',
    name,
    listModels: () =>
      Promise.resolve(
        demoModels
          .filter(({ isFixture }) => listsFixtures || isFixture !== true)
          .map((model) => ({
            id: `${demoProviderId}/${model.id}`,
            providerId: demoProviderId,
            providerName: name,
            name: model.name,
            isScripted: true,
            isLocal: true,
          })),
      ),
    takesPrefill: () => true,
    async *run(request, context) {
      const model = demoModels.find(({ id }) => id === request.modelId)
      if (model === undefined) throw failure('NOT_FOUND', 'demo-model', { modelId: request.modelId })
      yield* runDemo(model, request, context, clock)
    },
  }
}

/** The longest quote of the message in an answer. */
const subjectChars = 60

/**
 * Plays a scripted answer, always the same for the same message and `params.seed`. Ends immediately when the run's
 * signal aborts.
 */
async function* runDemo(
  model: DemoModel,
  request: RunRequest,
  context: RunContext,
  clock: Clock,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { signal } = context
  const prompt = lastUserText(request.messages)
  const random = seededRandom(`${model.id} ${request.params.seed ?? ''} ${prompt}`)
  const maxTokens = request.params.maxOutputTokens ?? Number.POSITIVE_INFINITY
  let sentTokens = 0
  let reasoningTokens = 0
  let isCut = false

  const recorded = tourAnswer(model.id, prompt)
  const script =
    recorded === null
      ? model.script(promptOf(request.messages), random)
      : [say(recorded, model.recordedMs ?? quickMs)]
  const files = attachedFiles(request.messages)
  const whole = files.length === 0 ? script : withFiles(script, await filesText(files, request))
  const steps = request.isPrefilled === true ? restOf(whole, request.messages) : whole
  for (let step = steps.shift(); step !== undefined && !isCut; step = steps.shift()) {
    if (signal.aborted) return
    switch (step.type) {
      case 'silence':
        await untilAborted(signal)
        return
      case 'tool':
        yield {
          type: 'tool-call',
          toolCallId: step.toolCallId,
          toolName: step.toolName,
          input: step.input,
        }
        await pause(clock, step.durationMs, signal)
        if (signal.aborted) return
        yield { type: 'tool-result', toolCallId: step.toolCallId, output: step.output }
        break
      case 'form':
        yield { type: 'form-request', ...step.form }
        break
      case 'ask':
        steps.unshift(...step.continueWith(await context.requestForm(step.form)))
        break
      case 'text':
      case 'reasoning':
        for (const text of tokensOf(step.text)) {
          await pause(clock, step.tokenIntervalMs, signal)
          if (signal.aborted) return
          isCut = sentTokens >= maxTokens
          if (isCut) break
          sentTokens += 1
          if (step.type === 'reasoning') reasoningTokens += 1
          yield { type: step.type === 'text' ? 'text-delta' : 'reasoning-delta', text }
        }
        break
      default:
        assertNever(step)
    }
  }

  const inputTokens = request.messages.reduce(
    (sum, message) => sum + tokensOf(messageText(message)).length,
    0,
  )
  yield {
    type: 'usage',
    usage: {
      inputTokens,
      outputTokens: sentTokens,
      totalTokens: inputTokens + sentTokens,
      costUsd: 0,
      ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    },
  }
  yield { type: 'finish', reason: isCut ? 'length' : 'end' }
}

/** Files are described after the first sentence, which says that everything is scripted. */
function withFiles(steps: DemoStep[], about: string): DemoStep[] {
  const first = steps.findIndex(({ type }) => type === 'text')
  return steps.map((step, index) =>
    index === first && step.type === 'text' ? { ...step, text: `${step.text}\n\n${about}` } : step,
  )
}

/** What remains of an answer of which the last message is the beginning; all of it, if that was edited. */
function restOf(steps: readonly DemoStep[], messages: readonly Message[]): DemoStep[] {
  const last = messages.at(-1)
  let written = last === undefined ? '' : messageText(last)
  const rest = steps.flatMap((step) => {
    if (written === '') return [step]
    if (step.type !== 'text') return []
    const isLast = step.text.startsWith(written)
    const text = isLast ? step.text.slice(written.length) : ''
    written = isLast ? '' : written.startsWith(step.text) ? written.slice(step.text.length) : written
    return text === '' ? [] : [{ ...step, text }]
  })
  const first = steps.find(({ type }) => type === 'text')
  if (written === '') return rest
  return steps.map((step) =>
    step === first && step.type === 'text' ? { ...step, text: `\n\n${step.text}` } : step,
  )
}

function lastUserText(messages: readonly Message[]): string {
  const message = messages.findLast(({ role }) => role === 'user')
  return message === undefined ? '' : messageText(message)
}

function promptOf(messages: readonly Message[]): DemoPrompt {
  const message = messages.findLast(({ role }) => role === 'user')
  const form = message?.parts.find((part): part is FormPart => part.type === 'form')
  return {
    subject: subjectOf(message === undefined ? '' : aboutOf(message)),
    submitted: form?.values ?? null,
    formId: `demo-form-${hashText(message?.id ?? '').toString(16)}`,
  }
}

/** The text of a message, or the name of its first file. */
function aboutOf({ parts }: Message): string {
  const text = messageText({ parts })
  return text.trim() === '' ? (parts.find((part) => part.type === 'attachment')?.name ?? '') : text
}

/** The message in one short line that fits into a sentence. */
function subjectOf(prompt: string): string {
  const line = oneLine(prompt)
  if (line === '') return 'nothing in particular'
  const characters = Array.from(line)
  return characters.length > subjectChars ? `${characters.slice(0, subjectChars).join('')}…` : line
}

/** Splits a text into pieces of about the size of a model's tokens. Joined, they give the same text. */
function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,7}|\s+$/g) ?? []
}

/** The files that are attached to the last message. */
function attachedFiles(messages: readonly Message[]): AttachmentPart[] {
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? []
  return parts.filter((part) => part.type === 'attachment')
}

/** Describes the attached files as a model would receive them. */
async function filesText(
  parts: readonly AttachmentPart[],
  { readAttachment }: Pick<RunRequest, 'readAttachment'>,
): Promise<string> {
  const lines: string[] = []
  for (const part of parts) {
    lines.push(`- ${inline(part.name)}: ${whatItIs(part, (await readAttachment?.(part)) ?? null)}`)
  }
  return `Your message included ${lines.length === 1 ? 'one file' : `${lines.length} files`}:\n\n${lines.join('\n')}`
}

function whatItIs({ width, height, pageCount }: AttachmentPart, content: AttachmentContent | null): string {
  if (content === null) return 'no longer available'
  switch (content.kind) {
    case 'image':
      return `an image of ${width ?? '?'} × ${height ?? '?'} pixels, ${count(content.bytes.length, 'byte')}`
    case 'audio':
      return `a sound of ${count(content.bytes.length, 'byte')}`
    case 'text':
      return `text of ${count(content.text.length, 'character')}`
    case 'pdf':
      return content.text === ''
        ? `a PDF of ${count(pageCount ?? 0, 'page')} without any text`
        : `a PDF of ${count(pageCount ?? 0, 'page')} with ${count(content.text.length, 'character')} of text`
    default:
      return assertNever(content)
  }
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

/** A name with Markdown characters escaped. */
function inline(name: string): string {
  return name.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
}
