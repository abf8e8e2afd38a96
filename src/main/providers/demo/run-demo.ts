import { assertNever } from '../../../shared/invariant'
import type { FormPart, Message } from '../../../shared/messages'
import { messageText } from '../../../shared/messages'
import type { Clock } from '../../base/clock'
import type { RunContext, RunRequest, SourceEvent } from '../../base/run-source'
import type { DemoModel, DemoPrompt } from './demo-script'
import { pause, untilAborted } from './pause'
import { hashText, seededRandom } from './random'
import { tokensOf } from './tokens'

/** How much of the message an answer quotes. */
const subjectChars = 60

/**
 * Plays a scripted answer: always the same for the same message and `params.seed`. Ends at once when the run's
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

  const steps = model.script(promptOf(request.messages), random)
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
        steps.unshift(...step.goOn(await context.requestForm(step.form)))
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

function lastUserText(messages: readonly Message[]): string {
  const message = messages.findLast(({ role }) => role === 'user')
  return message === undefined ? '' : messageText(message)
}

function promptOf(messages: readonly Message[]): DemoPrompt {
  const message = messages.findLast(({ role }) => role === 'user')
  const form = message?.parts.find((part): part is FormPart => part.type === 'form')
  return {
    subject: subjectOf(message === undefined ? '' : messageText(message)),
    submitted: form?.values ?? null,
    formId: `demo-form-${hashText(message?.id ?? '').toString(16)}`,
  }
}

/** The message in one short line, fit to stand in a sentence. */
function subjectOf(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return 'nothing in particular'
  const characters = Array.from(line)
  return characters.length > subjectChars ? `${characters.slice(0, subjectChars).join('')}…` : line
}
