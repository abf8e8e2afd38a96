import { ParleyError } from '../../../shared/errors'
import type { Message, Part } from '../../../shared/sessions/messages'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import type { ModelEndpoint, ModelProtocol } from './run-model'
import { runModel } from './run-model'

/**
 * One answer, as `runModel` gives it, of a family that wants its reasoning back. A provider refuses what it gave when
 * that does not fit any more: the system prompt was changed, the chat came from another account, the key is of another
 * maker. It does not say so in a way that could be relied on, so a request that is refused as bad is sent once more
 * without; else that chat could never go on.
 * @throws ParleyError PROVIDER_*, never once the run's signal has aborted
 */
export async function* runWithProviderData(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  try {
    yield* runModel(protocol, endpoint, request, context)
  } catch (error) {
    const plain = withoutProviderData(request, protocol.providerDataKey)
    if (plain === null || !isRefused(error)) throw error
    yield* runModel(protocol, endpoint, plain, context)
  }
}

/** An error in the middle of an answer has no status. */
function isRefused(error: unknown): boolean {
  return error instanceof ParleyError && error.data?.['status'] === 400
}

/** The same request without what the family gave; null when there is nothing of it. */
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
