import type { Usage } from '../../../shared/messages'
import { tokenCount } from '../../base/token-count'
import type { AnswerReader } from '../answer/answer-reader'
import type { AnswerWriter } from '../answer/answer-writer'
import { errorIn } from '../answer/error-in'
import { type Foreign, nameIn, objectIn, objectsIn, textIn } from '../answer/foreign'
import { messageIn } from '../http/provider-failure'

/** Events with the next piece of a text, and those with all of it. */
const deltaTypes: ReadonlyMap<unknown, 'text' | 'reasoning'> = new Map([
  ['response.output_text.delta', 'text'],
  ['response.refusal.delta', 'text'],
  ['response.reasoning_summary_text.delta', 'reasoning'],
  ['response.reasoning_text.delta', 'reasoning'],
])
const doneTypes: ReadonlyMap<unknown, 'text' | 'reasoning'> = new Map([
  ['response.output_text.done', 'text'],
  ['response.refusal.done', 'text'],
  ['response.reasoning_summary_text.done', 'reasoning'],
  ['response.reasoning_text.done', 'reasoning'],
])
/** What an item says of itself, besides what it did. */
const itemFields: ReadonlySet<string> = new Set(['id', 'type', 'status', 'call_id', 'name', 'agent'])
const outputFields = ['output', 'outputs', 'result', 'results'] as const

/**
 * Reads OpenAI's Responses, streamed or whole. Texts are taken from their deltas, and what those left out from the
 * events that repeat them.
 * @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponseReader implements AnswerReader {
  readonly #writer: AnswerWriter
  /** What came so far of each text, by where it stands. */
  readonly #texts = new Map<string, string>()
  readonly #doneItems = new Set<string>()
  #hasRefusal = false

  constructor(writer: AnswerWriter) {
    this.#writer = writer
  }

  read(event: Foreign, name: string): void {
    const type = textIn(event['type']) || name
    if (event['object'] === 'response') {
      this.#end(event)
      return
    }
    const response = objectIn(event['response'])
    if (response !== null) this.#writer.model(response['model'])
    const error = type === 'response.failed' ? null : errorIn(event, name)
    if (error !== null) {
      this.#writer.fail(error)
      this.#writer.over()
      return
    }
    if (deltaTypes.has(type) || doneTypes.has(type)) this.#text(type, event)
    else this.#other(type, event, response)
  }

  #text(type: string, event: Foreign): void {
    this.#hasRefusal ||= type.startsWith('response.refusal')
    const delta = deltaTypes.get(type)
    const { item_id: id, output_index: index } = event
    const { summary_index: summaryIndex, content_index: contentIndex } = event
    const place = placeOf(
      index,
      id,
      summaryIndex === undefined ? contentIndex : `summary ${nameIn(summaryIndex)}`,
    )
    if (delta !== undefined) this.#more(delta, place, textIn(event['delta']))
    else this.#whole(doneTypes.get(type) ?? 'text', place, textIn(event['text']) || textIn(event['refusal']))
  }

  #other(type: string, event: Foreign, response: Foreign | null): void {
    switch (type) {
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#writer.callPiece(itemKey(event['output_index'], event['item_id']), {
          arguments: event['delta'],
        })
        return
      case 'response.output_item.added':
        this.#itemAdded(objectIn(event['item']), event['output_index'])
        return
      case 'response.output_item.done':
        this.#itemDone(objectIn(event['item']), event['output_index'])
        return
      case 'response.output_text.annotation.added':
        this.#annotation(objectIn(event['annotation']))
        return
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        this.#end({ ...response, status: textIn(response?.['status']) || type.slice('response.'.length) })
        this.#writer.over()
        return
      default:
        // Most repeat what other events say, or tell of progress.
        if (!type.startsWith('response.')) this.#writer.skip(`an event of another type (${type})`)
    }
  }

  #itemAdded(item: Foreign | null, index: unknown): void {
    if (item === null || (item['type'] !== 'function_call' && item['type'] !== 'custom_tool_call')) return
    this.#writer.callPiece(itemKey(index, item['id']), {
      id: item['call_id'] ?? item['id'],
      name: item['name'],
    })
  }

  #itemDone(item: Foreign | null, index: unknown): void {
    if (item === null) return
    const key = itemKey(index, item['id'])
    if (this.#doneItems.has(key)) return
    this.#doneItems.add(key)
    const { type } = item
    switch (type) {
      case 'message':
        objectsIn(item['content']).forEach((part, at) => {
          this.#hasRefusal ||= part['type'] === 'refusal'
          this.#whole('text', placeOf(index, item['id'], at), textIn(part['text']) || textIn(part['refusal']))
          objectsIn(part['annotations']).forEach((annotation) => this.#annotation(annotation))
        })
        return
      case 'reasoning':
        this.#reasoningDone(item, index)
        return
      case 'function_call':
      case 'custom_tool_call':
        this.#callDone(item, key)
        return
      default:
        this.#ownToolDone(item)
    }
  }

  #reasoningDone(item: Foreign, index: unknown): void {
    const whole = (part: Foreign, at: unknown) =>
      this.#whole('reasoning', placeOf(index, item['id'], at), textIn(part['text']))
    objectsIn(item['summary']).forEach((part, at) => whole(part, `summary ${at}`))
    objectsIn(item['content']).forEach(whole)
    const { id, encrypted_content: sealed } = item
    if (typeof id === 'string') {
      this.#writer.sealReasoning({ itemId: id, reasoningEncryptedContent: textIn(sealed) || null })
    }
  }

  #callDone(item: Foreign, key: string): void {
    const { call_id: callId, id, name } = item
    this.#writer.wholeCall(key, { id: callId ?? id, name, arguments: item['arguments'] ?? item['input'] })
  }

  /** A tool of OpenAI's own, whose result came with it. */
  #ownToolDone(item: Foreign): void {
    const type = textIn(item['type'])
    if (type === 'image_generation_call') {
      this.#writer.file(`image/${textIn(item['output_format']) || 'png'}`, item['result'])
      return
    }
    if (!type.endsWith('_call')) {
      this.#writer.skip(`an item of another type (${type})`)
      return
    }
    const outputField = outputFields.find((field) => item[field] !== undefined && item[field] !== null)
    const fields = Object.entries(item).filter(([field]) => !itemFields.has(field) && field !== outputField)
    const id = this.#writer.call({
      id: item['id'],
      name: item['name'] ?? type.slice(0, -'_call'.length),
      input: Object.fromEntries(fields),
      isRunByProvider: true,
    })
    const isFailed = item['status'] === 'failed' || (item['error'] ?? null) !== null
    this.#writer.result(id, outputField === undefined ? (item['error'] ?? '') : item[outputField], isFailed)
    for (const { url, title } of objectsIn(objectIn(item['action'])?.['sources']))
      this.#writer.source(url, title)
  }

  #annotation(annotation: Foreign | null): void {
    if (annotation !== null) this.#writer.source(annotation['url'], annotation['title'])
  }

  #end(response: Foreign): void {
    const writer = this.#writer
    writer.model(response['model'])
    const output = response['output']
    if (Array.isArray(output)) {
      ;(output as unknown[]).forEach((item, index) => this.#itemDone(objectIn(item), index))
    }
    const usage = usageOf(objectIn(response['usage']))
    if (usage !== null) writer.usage(usage)
    const error = response['error'] ?? null
    if (response['status'] === 'failed' || error !== null) {
      const message = error === null ? null : messageIn({ error })
      if (message === null) writer.finish('failed')
      else writer.fail(message)
      return
    }
    const reason = textIn(objectIn(response['incomplete_details'])?.['reason'])
    const status = textIn(response['status'])
    if (reason !== '') writer.finish(reason)
    else if (status === 'completed') writer.finish(this.#hasRefusal ? 'refusal' : 'completed')
    else if (status !== 'in_progress' && status !== 'queued') writer.finish(status)
  }

  #more(kind: 'text' | 'reasoning', place: string, text: string): void {
    // Each summary is a paragraph of its own.
    if (/summary [1-9]/.test(place) && !this.#texts.has(place)) this.#writer.reasoning('\n\n')
    this.#texts.set(place, (this.#texts.get(place) ?? '') + text)
    this.#writer[kind](text)
  }

  /** All of a text: says what its deltas did not. */
  #whole(kind: 'text' | 'reasoning', place: string, text: string): void {
    const before = this.#texts.get(place) ?? ''
    if (text.length > before.length && text.startsWith(before))
      this.#more(kind, place, text.slice(before.length))
  }
}

/** Ids may differ from one event of an item to the next; its place in the output does not. */
function itemKey(index: unknown, id: unknown): string {
  return typeof index === 'number' ? `at ${index}` : `id ${nameIn(id)}`
}

function placeOf(index: unknown, id: unknown, partIndex: unknown): string {
  return `${itemKey(index, id)} part ${nameIn(partIndex) || '0'}`
}

function usageOf(usage: Foreign | null): Usage | null {
  const input = tokenCount(usage?.['input_tokens'])
  const output = tokenCount(usage?.['output_tokens'])
  if (usage === null || (input === undefined && output === undefined)) return null
  const details = objectIn(usage['input_tokens_details'])
  const cached = tokenCount(details?.['cached_tokens']) ?? 0
  const kept = tokenCount(details?.['cache_write_tokens']) ?? 0
  const reasoning = tokenCount(objectIn(usage['output_tokens_details'])?.['reasoning_tokens']) ?? 0
  return {
    inputTokens: input ?? 0,
    ...(cached > 0 ? { cachedInputTokens: cached } : {}),
    ...(kept > 0 ? { cacheWriteTokens: kept } : {}),
    outputTokens: output ?? 0,
    totalTokens: tokenCount(usage['total_tokens']) ?? (input ?? 0) + (output ?? 0),
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
  }
}
