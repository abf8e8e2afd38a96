import { oneLine } from '../../../shared/text/one-line'
import { assertNever } from '../../../shared/invariant'
import type { FormPart, Message } from '../../../shared/sessions/messages'
import { messageText } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import type { DemoModel, DemoPrompt, DemoStep } from './demo-script'
import { filesText, attachedFiles } from './attached-files'
import { pause, untilAborted } from '../../base/pause'
import { hashText, seededRandom } from '../../base/seeded-random'

/** How much of the message an answer quotes. */
const subjectChars = 60

/**
 * Plays a scripted answer, always the same for the same message and `params.seed`. Ends immediately when the run's
 * signal aborts.
 */
export async function* runDemo(
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

  const script = model.script(promptOf(request.messages), random)
  const files = attachedFiles(request.messages)
  const steps = files.length === 0 ? script : withFiles(script, await filesText(files, request))
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
