import { isRecord } from '../../../shared/record'
import type { RequestNotice } from '../../../shared/sessions/messages'
import { isLocalAddress } from '../../../shared/models/local-address'
import { objectIn } from '../answer/foreign'
import { readBounded } from '../http/read-bounded'
import { createUpstreamFetch } from '../http/upstream-fetch'
import { estimatedPrompt } from '../language-model/estimated-prompt'
import type { EndedAnswer } from '../language-model/model-protocol'
import { ChatReader } from './chat-reader'

/** How long Ollama may take to say which windows its models have. */
const askMs = 1_000
const mostBytes = 256 * 1024
/** An estimate of tokens may be that much too high. */
const leastShare = 0.9
/** As much must be missing if the size of the window is unknown. */
const unknownShare = 0.5
/** Prompts below are shorter than any window. */
const leastTokens = 1_500

/**
 * Tells if Ollama dropped the beginning of the prompt, which it does without a word if the prompt is longer than the
 * context window of the model. The server's own count then is lower than any estimate of the prompt.
 * @see https://docs.ollama.com/context-length
 */
export async function cutPromptNotice(answer: EndedAnswer): Promise<RequestNotice | null> {
  const { body, promptTokens, promptTokensBefore = 0, baseUrl } = answer
  const isOllama = answer.reader instanceof ChatReader && answer.reader.isOfOllama
  const sent = estimatedPrompt(body, ['messages'])
  const isShort = promptTokens < sent * leastShare
  const { hostname = '', port = '' } = URL.parse(baseUrl) ?? {}
  const isKnown = isOllama || port === '11434'
  if (sent < leastTokens || promptTokens <= 0 || !(isShort || isKnown)) return null
  const windows = isKnown || isLocalAddress(hostname) ? await windowsAt(answer) : null
  if (windows === null && !isKnown) return null
  const windowTokens = windows?.get(answer.modelId) ?? windows?.get(`${answer.modelId}:latest`)
  if (windowTokens !== undefined) {
    // A single long message is cut to the size of the window. Of a chat, whole messages are dropped.
    const isFull = promptTokens === windowTokens || promptTokens === windowTokens - 1
    const isLess = isShort || (promptTokens < promptTokensBefore && promptTokens < sent)
    const isCut = isLess && sent > windowTokens && promptTokens <= windowTokens
    return isFull || isCut ? { reason: 'prompt-cut', windowTokens } : null
  }
  return promptTokens < sent * unknownShare ? { reason: 'prompt-cut' } : null
}

/** The context windows of the models that Ollama has loaded, by name; null if it is not Ollama. */
async function windowsAt({ baseUrl, peer, clock, signal }: EndedAnswer): Promise<Map<string, number> | null> {
  const ending = new AbortController()
  const cancel = clock.after(askMs, () => ending.abort())
  try {
    const response = await createUpstreamFetch({ peer, clock })(new URL('/api/ps', baseUrl), {
      signal: AbortSignal.any([signal, ending.signal]),
    })
    const { text } = await readBounded(response, mostBytes, { clock, timeoutMs: askMs })
    const list = response.ok ? objectIn(JSON.parse(text))?.['models'] : undefined
    if (!Array.isArray(list)) return null
    return new Map(
      list
        .filter(isRecord)
        .flatMap(({ name, context_length: size }) =>
          typeof name === 'string' && typeof size === 'number' && size > 0 ? [[name, size] as const] : [],
        ),
    )
  } catch {
    return null // Another server, or none of this age: only the counts are known.
  } finally {
    cancel()
    ending.abort()
  }
}
