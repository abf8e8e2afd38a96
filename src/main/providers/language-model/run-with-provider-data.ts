import type { Message, Part } from '../../../shared/sessions/messages'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import type { ModelEndpoint, ModelProtocol } from './run-model'
import { runModel, unlessRefused } from './run-model'

/**
 * One answer from `runModel`, for a family that wants its reasoning back. A provider rejects its own data when it no
 * longer fits: the system prompt changed, the chat came from another account, or the key belongs to another maker. Its
 * errors do not say so reliably, so a rejected request is sent once more without the data; otherwise that chat could
 * never continue.
 * @throws ParleyError PROVIDER_*, never once the run's signal has aborted
 */
export async function* runWithProviderData(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  const refusal = yield* unlessRefused(protocol, endpoint, request, context)
  if (refusal === null) return
  const plain = withoutProviderData(request, protocol.providerDataKey)
  if (plain === null) throw refusal
  yield* runModel(protocol, endpoint, plain, context)
}

/** The same request without the family's data; null when there is none. */
function withoutProviderData(request: RunRequest, key: string | undefined): RunRequest | null {
  const isGiven = (part: Part) => 'providerData' in part && part.providerData?.[key ?? ''] !== undefined
  if (key === undefined || !request.messages.some(({ parts }) => parts.some(isGiven))) return null
  const messages = request.messages.map((message): Message => ({
    ...message,
    parts: message.parts.map(withoutData),
  }))
  return { ...request, messages }
}

function withoutData(part: Part): Part {
  if (part.type !== 'reasoning' && part.type !== 'tool-call') return part
  const { providerData: _given, ...rest } = part
  return rest
}
