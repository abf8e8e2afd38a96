import { parseForeignJson } from '../../../shared/json-depth'
import type { Usage } from '../../../shared/sessions/messages'
import { tokenCount } from '../../run-source/token-count'
import { isFilePart } from '../answer/answer-files'
import type { AnswerReader } from '../answer/read-answer'
import type { AnswerWriter } from '../answer/answer-writer'
import { bareErrorIn, errorIn } from '../answer/error-in'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'
import { reportedCharges } from '../answer/reported-cost'

/** More open blocks than any answer has. */
const mostOpenBlocks = 1_000

/** A content block that has not been closed. */
interface Block {
  type: string
  start: Foreign
  /** The arguments of a call so far, if they arrive in pieces. */
  input: string
  signature: string
}

/**
 * Reads Anthropic's Messages, streamed or whole.
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export class MessageReader implements AnswerReader {
  readonly #writer: AnswerWriter
  readonly #blocks = new Map<unknown, Block>()
  readonly #counts = new Map<string, number>()
  readonly #turn = new PausedTurn()
  #continuation: ((body: Foreign) => Foreign) | null = null
  #callCount = 0
  /** How often Anthropic has searched, in case a gateway leaves its count out. */
  #searchCount = 0

  constructor(writer: AnswerWriter) {
    this.#writer = writer
  }

  read(event: Foreign, name: string): void {
    const type = textIn(event['type']) || name
    const error = errorIn(event, name) ?? (type === '' ? bareErrorIn(event, name) : null)
    if (error !== null) {
      this.#writer.fail(error)
      return
    }
    switch (type) {
      case 'message_start':
        this.#message(objectIn(event['message']) ?? {})
        return
      case 'message':
        this.#message(event)
        return
      case 'content_block_start':
        this.#blockStart(event['index'], objectIn(event['content_block']) ?? {})
        return
      case 'content_block_delta':
        this.#delta(event['index'], objectIn(event['delta']) ?? {})
        return
      case 'content_block_stop':
        this.#blockStop(event['index'])
        return
      case 'message_delta':
        this.#usage(event['usage'])
        this.#finish(objectIn(event['delta'])?.['stop_reason'])
        return
      case 'message_stop':
        this.#usage(event['usage'])
        if (this.#continuation !== null) return
        // Some gateways send no reason.
        this.#closeBlocks()
        this.#writer.lastWord('end_turn')
        this.#writer.over()
        return
      case 'ping':
        return
      default:
        this.#writer.skip(`an event of another type (${type})`)
    }
  }

  continuation(): ((body: Foreign) => Foreign) | null {
    return this.#continuation
  }

  #message(message: Foreign): void {
    this.#writer.model(message['model'])
    this.#usage(message['usage'])
    for (const [index, block] of objectsIn(message['content']).entries()) {
      this.#blockStart(`whole ${index}`, block)
      this.#blockStop(`whole ${index}`)
    }
    this.#finish(message['stop_reason'])
  }

  #blockStart(index: unknown, start: Foreign): void {
    const type = textIn(start['type'])
    this.#blockStop(index)
    if (this.#blocks.size >= mostOpenBlocks) this.#closeBlocks()
    const block: Block = { type, start, input: '', signature: textIn(start['signature']) }
    this.#blocks.set(index, block)
    this.#turn.start(index, start)
    if (type === 'text') {
      this.#writer.text(start['text'])
      for (const citation of objectsIn(start['citations'])) this.#citation(citation)
    } else if (type === 'thinking') this.#writer.reasoning(start['thinking'])
    else if (type.endsWith('_tool_result') || type === 'tool_result') this.#toolResult(start)
    else if (isFilePart(start)) this.#writer.file(start)
    else if (!isCall(type) && type !== 'redacted_thinking') {
      this.#writer.skip(`a block of another type (${type})`)
      this.#writer.text(start['text'])
    }
  }

  #delta(index: unknown, delta: Foreign): void {
    const block = this.#blocks.get(index)
    const type = textIn(delta['type'])
    this.#turn.delta(index, delta)
    switch (type) {
      case 'text_delta':
        this.#writer.text(delta['text'])
        return
      case 'thinking_delta':
        this.#writer.reasoning(delta['thinking'])
        return
      case 'signature_delta':
        if (block !== undefined) block.signature += this.#pending(delta['signature'], false)
        return
      case 'citations_delta':
        this.#citation(objectIn(delta['citation']) ?? {})
        return
      case 'input_json_delta':
        if (block !== undefined) block.input += this.#pending(delta['partial_json'])
        return
      default:
        this.#writer.skip(`a delta of another type (${type})`)
        this.#writer.text(delta['text'])
    }
  }

  #pending(piece: unknown, isOutput = true): string {
    const text = textIn(piece)
    this.#writer.pending(text, { isOutput })
    return text
  }

  #blockStop(index: unknown): void {
    const block = this.#blocks.get(index)
    if (block === undefined) return
    this.#blocks.delete(index)
    const { type, start, signature } = block
    if (type === 'thinking') {
      // Other makers sign nothing, and still want the block back.
      this.#writer.sealReasoning(signature === '' ? { isUnsigned: true } : { signature })
    } else if (type === 'redacted_thinking') {
      if (typeof start['data'] === 'string') this.#writer.sealReasoning({ redactedData: start['data'] })
    } else if (isCall(type)) this.#call(block)
  }

  #call({ type, start, input }: Block): void {
    const given = input === '' ? start['input'] : input
    const { id, name } = start
    const key = `call ${this.#callCount++}`
    const isRunByProvider = type !== 'tool_use'
    if (type === 'server_tool_use' && name === 'web_search') this.#searchCount += 1
    this.#writer.completeCall(key, { id, name, arguments: given, isRunByProvider })
  }

  #toolResult({ tool_use_id: id, content, is_error: isError }: Foreign): void {
    // A call must precede its result, whether or not it was closed.
    for (const index of this.#blocks.keys()) {
      if (isCall(this.#blocks.get(index)?.type ?? '')) this.#blockStop(index)
    }
    const isFailed = isError === true || textIn(objectIn(content)?.['type']).endsWith('_error')
    const found = objectsIn(content).filter((entry) => entry['type'] === 'web_search_result')
    for (const { url, title } of found) this.#writer.source(url, title)
    this.#writer.result(textIn(id), found.length === 0 ? content : found.map(withoutSealedText), isFailed)
  }

  /** `source`: what a result of the user's own search tool has in place of a URL. */
  #citation({ url, source, title }: Foreign): void {
    this.#writer.source(url ?? source, title)
  }

  #finish(reason: unknown): void {
    if (typeof reason !== 'string' || reason === '') return
    this.#closeBlocks()
    this.#continuation = reason === 'pause_turn' ? this.#turn.continuation() : null
    if (this.#continuation === null) this.#writer.finish(reason)
  }

  #closeBlocks(): void {
    for (const index of this.#blocks.keys()) this.#blockStop(index)
  }

  /** The last event repeats some counts of the first one, omits others, and may have zeros in their place. */
  #usage(counts: unknown): void {
    const usage = objectIn(counts)
    if (usage === null) return
    for (const field of countFields) {
      const count = tokenCount(usage[field]) ?? 0
      if (count > 0) this.#counts.set(field, count)
    }
    const thought = tokenCount(objectIn(usage['output_tokens_details'])?.['thinking_tokens']) ?? 0
    const count = (field: (typeof countFields)[number]) => this.#counts.get(field) ?? 0
    const read = count('cache_read_input_tokens')
    const written = count('cache_creation_input_tokens')
    const inputTokens = count('input_tokens') + read + written
    const outputTokens = count('output_tokens')
    const counted = tokenCount(objectIn(usage['server_tool_use'])?.['web_search_requests']) ?? 0
    const searches = counted > 0 ? counted : this.#searchCount
    const keptForAnHour = tokenCount(objectIn(usage['cache_creation'])?.['ephemeral_1h_input_tokens']) ?? 0
    const tokens: Usage = {
      inputTokens,
      ...(read > 0 ? { cachedInputTokens: read } : {}),
      ...(written > 0 ? { cacheWriteTokens: written } : {}),
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      ...(thought > 0 ? { reasoningTokens: thought } : {}),
    }
    this.#writer.used.add(tokens, {
      ...reportedCharges(usage),
      ...(searches > 0 ? { webSearches: searches } : {}),
      ...(keptForAnHour > 0 ? { hourCacheWriteTokens: keptForAnHour } : {}),
      ...(isDearer(usage) ? { hasUnknownFee: true } : {}),
    })
  }
}

const countFields = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'output_tokens',
] as const

/**
 * True if the tokens cost more than usual, or something else was charged: a faster tier, a region, code that ran, or
 * summaries that the counts leave out.
 * @see https://platform.claude.com/docs/en/about-claude/pricing
 */
function isDearer(usage: Foreign): boolean {
  const { service_tier: tier, inference_geo: region, speed, server_tool_use: used, iterations } = usage
  return (
    tier === 'priority' ||
    textIn(region) === 'us' ||
    speed === 'fast' ||
    (tokenCount(objectIn(used)?.['code_execution_requests']) ?? 0) > 0 ||
    objectsIn(iterations).length > 1
  )
}

/** A page that was found, without its text, which only Anthropic can read and which is long. */
function withoutSealedText({ encrypted_content: _sealed, ...found }: Foreign): Foreign {
  return found
}

/** True if a block is a call of the user's tools or of a tool that the provider runs. */
function isCall(type: string): boolean {
  return type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use'
}

/** More open blocks than any answer has. */
const mostBlocks = 1_000

/**
 * The content of an answer as Anthropic sent it. An answer that is paused, because its searches take long, is continued
 * by sending its content back unchanged.
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn
 */
class PausedTurn {
  readonly #blocks = new Map<unknown, Foreign>()
  /** The arguments of calls so far, which arrive as pieces of JSON. */
  readonly #inputs = new Map<unknown, string>()

  start(index: unknown, block: Foreign): void {
    if (this.#blocks.size < mostBlocks) this.#blocks.set(index, { ...block })
  }

  delta(index: unknown, delta: Foreign): void {
    const block = this.#blocks.get(index)
    if (block === undefined) return
    switch (delta['type']) {
      case 'text_delta':
        block['text'] = textIn(block['text']) + textIn(delta['text'])
        return
      case 'thinking_delta':
        block['thinking'] = textIn(block['thinking']) + textIn(delta['thinking'])
        return
      case 'signature_delta':
        block['signature'] = textIn(block['signature']) + textIn(delta['signature'])
        return
      case 'citations_delta':
        block['citations'] = [...objectsIn(block['citations']), delta['citation']]
        return
      case 'input_json_delta':
        this.#inputs.set(index, (this.#inputs.get(index) ?? '') + textIn(delta['partial_json']))
        return
      default:
    }
  }

  /** Makes the body of the next request from that of this one; null if there is nothing to continue. */
  continuation(): ((body: Foreign) => Foreign) | null {
    // A text without a character would be rejected.
    const content = [...this.#blocks]
      .map(([index, block]) => this.#whole(index, block))
      .filter((block) => block['type'] !== 'text' || textIn(block['text']) !== '')
    if (content.length === 0) return null
    return (body) => {
      const messages = objectsIn(body['messages'])
      const last = messages.at(-1)
      const isPaused = last?.['role'] === 'assistant'
      const before = isPaused ? messages.slice(0, -1) : messages
      const said = isPaused ? objectsIn(last['content']) : []
      return { ...body, messages: [...before, { role: 'assistant', content: [...said, ...content] }] }
    }
  }

  #whole(index: unknown, block: Foreign): Foreign {
    const json = this.#inputs.get(index)
    if (json === undefined || json === '') return block
    try {
      return { ...block, input: parseForeignJson(json) }
    } catch {
      // Anthropic says what is wrong with it.
      return block
    }
  }
}
