import { isFilePart } from '../answer/answer-files'
import type { AnswerReader } from '../answer/read-answer'
import type { AnswerWriter } from '../answer/answer-writer'
import { bareErrorIn, errorIn } from '../answer/error-in'
import { type Foreign, nameIn, objectIn, objectsIn, textIn } from '../answer/foreign'
import { chatUsage } from '../openai-compatible/usage'

/** Events with a piece of a text, and those with all of it. */
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
const callTypes: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call'])
/** Fields that identify an item, as opposed to its content. */
const itemFields: ReadonlySet<string> = new Set(['id', 'type', 'status', 'call_id', 'name', 'agent'])
const outputFields = ['output', 'outputs', 'result', 'results'] as const

/**
 * Reads OpenAI's Responses, streamed or whole. Takes texts from their deltas, and the rest from the events that repeat
 * them.
 * @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponseReader implements AnswerReader {
  readonly #writer: AnswerWriter
  readonly #items = new ResponseItems()
  readonly #doneItems = new Set<string>()
  #hasRefusal = false
  #webSearches = 0
  #fileSearches = 0

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
    const bare = type === '' ? bareErrorIn(event, name) : null
    const error = type === 'response.failed' ? null : (errorIn(event, name) ?? bare)
    if (error !== null) {
      this.#writer.fail(error)
      this.#writer.over()
      return
    }
    if (deltaTypes.has(type) || doneTypes.has(type)) this.#text(type, event)
    else this.#other(type, event, response)
  }

  /** `source`: the type of the event. */
  #text(type: string, event: Foreign, source = type): void {
    this.#hasRefusal ||= type.startsWith('response.refusal')
    const delta = deltaTypes.get(type)
    const kind = delta ?? doneTypes.get(type) ?? 'text'
    const { summary_index: summaryIndex, content_index: contentIndex } = event
    const part = summaryIndex === undefined ? contentIndex : `summary ${nameIn(summaryIndex)}`
    const place = `${this.#items.keyOf(kind, event['output_index'], event['item_id'])} part ${nameIn(part) || '0'}`
    if (delta !== undefined) this.#more(delta, place, textIn(event['delta']))
    else this.#whole(kind, place, textIn(event['text']) || textIn(event['refusal']), source)
  }

  /** A complete part; this may be the only event that has it. */
  #partDone(type: string, event: Foreign): void {
    const part = objectIn(event['part'])
    if (part === null) return
    const isThought = /reasoning|summary/.test(type + textIn(part['type']))
    const text = textIn(part['text']) || textIn(part['refusal'])
    const same = `response.${isThought ? 'reasoning_text' : 'output_text'}.done`
    this.#text(same, { ...event, text }, type)
    this.#hasRefusal ||= part['type'] === 'refusal'
  }

  #other(type: string, event: Foreign, response: Foreign | null): void {
    switch (type) {
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#writer.callPiece(this.#items.keyOf('call', event['output_index'], event['item_id']), {
          arguments: event['delta'],
        })
        return
      case 'response.output_item.added':
        this.#itemAdded(objectIn(event['item']), event['output_index'])
        return
      case 'response.output_item.done':
        this.#itemDone(objectIn(event['item']), event['output_index'], type)
        return
      case 'response.output_text.annotation.added':
        this.#annotation(objectIn(event['annotation']))
        return
      case 'response.content_part.done':
      case 'response.reasoning_summary_part.done':
        this.#partDone(type, event)
        return
      case 'response.done':
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        this.#end({ ...response, status: textIn(response?.['status']) || type.slice('response.'.length) })
        this.#writer.over()
        return
      default:
        // Most repeat other events or report progress.
        if (!type.startsWith('response.')) this.#writer.skip(`an event of another type (${type})`)
    }
  }

  #itemAdded(item: Foreign | null, index: unknown): void {
    if (item === null) return
    const key = this.#itemKey(item, index)
    if (!callTypes.has(item['type'])) return
    this.#writer.callPiece(key, {
      id: item['call_id'] ?? item['id'],
      name: item['name'],
    })
  }

  #itemKey({ type, id, call_id: callId }: Foreign, index: unknown): string {
    const kind = type === 'message' ? 'text' : callTypes.has(type) ? 'call' : textIn(type)
    return this.#items.keyOf(kind, index, id, callId)
  }

  /** `source`: which of the events that repeat an answer has it. */
  #itemDone(item: Foreign | null, index: unknown, source: string): void {
    if (item === null) return
    const key = this.#itemKey(item, index)
    if (this.#doneItems.has(key)) {
      this.#items.repeat(key, source)
      return
    }
    this.#doneItems.add(key)
    const { type } = item
    switch (type) {
      case 'message':
        objectsIn(item['content']).forEach((part, at) => {
          this.#hasRefusal ||= part['type'] === 'refusal'
          const text = textIn(part['text']) || textIn(part['refusal'])
          if (text !== '') this.#whole('text', `${key} part ${at}`, text, source)
          else if (isFilePart(part)) this.#writer.file(part)
          objectsIn(part['annotations']).forEach((annotation) => this.#annotation(annotation))
        })
        return
      case 'reasoning':
        this.#reasoningDone(item, key, source)
        return
      case 'function_call':
      case 'custom_tool_call':
        this.#callDone(item, key)
        return
      default:
        this.#ownToolDone(item)
    }
  }

  #reasoningDone(item: Foreign, key: string, source: string): void {
    const whole = (part: Foreign, at: unknown) =>
      this.#whole('reasoning', `${key} part ${String(at)}`, textIn(part['text']), source)
    objectsIn(item['summary']).forEach((part, at) => whole(part, `summary ${at}`))
    objectsIn(item['content']).forEach(whole)
    const { id, encrypted_content: sealed } = item
    if (typeof id === 'string') {
      this.#writer.sealReasoning({ itemId: id, reasoningEncryptedContent: textIn(sealed) || null })
    }
  }

  #callDone(item: Foreign, key: string): void {
    const { call_id: callId, id, name } = item
    this.#writer.completeCall(key, { id: callId ?? id, name, arguments: item['arguments'] ?? item['input'] })
  }

  /** One of OpenAI's own tools, with its result. */
  #ownToolDone(item: Foreign): void {
    const type = textIn(item['type'])
    this.#charge(type, item)
    if (type === 'image_generation_call') {
      this.#writer.file({
        media_type: `image/${textIn(item['output_format']) || 'png'}`,
        data: item['result'],
      })
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

  /** OpenAI charges for each search; opening a page that was found costs only tokens. */
  #charge(type: string, item: Foreign): void {
    const action = textIn(objectIn(item['action'])?.['type'])
    if (type === 'web_search_call') {
      if (action === '' || action === 'search') this.#webSearches += 1
    } else if (type === 'file_search_call') this.#fileSearches += 1
    else if (type.endsWith('_call') && type !== 'mcp_call') this.#writer.used.charge({ hasUnknownFee: true })
    if (this.#webSearches > 0) this.#writer.used.charge({ webSearches: this.#webSearches })
    if (this.#fileSearches > 0) this.#writer.used.charge({ fileSearches: this.#fileSearches })
  }

  #annotation(annotation: Foreign | null): void {
    if (annotation !== null) this.#writer.source(annotation['url'], annotation['title'])
  }

  #end(response: Foreign): void {
    const writer = this.#writer
    writer.model(response['model'])
    const output = response['output']
    if (Array.isArray(output)) {
      ;(output as unknown[]).forEach((item, index) => this.#itemDone(objectIn(item), index, 'output'))
    }
    const usage = chatUsage(response['usage'])
    if (usage !== null) writer.used.add(usage.usage, usage.charges)
    // A faster tier costs more; the price list has only the usual one.
    if (response['service_tier'] === 'priority') writer.used.charge({ hasUnknownFee: true })
    const error = errorIn({ error: response['error'] }, '')
    if (error !== null) {
      writer.fail(error)
      return
    }
    const reason = textIn(objectIn(response['incomplete_details'])?.['reason'])
    const status = textIn(response['status'])
    if (reason !== '') writer.finish(reason)
    else if (status === 'completed') writer.finish(this.#hasRefusal ? 'refusal' : 'completed')
    else if (status !== 'in_progress' && status !== 'queued') writer.finish(status)
  }

  #more(kind: 'text' | 'reasoning', place: string, text: string): void {
    // Each summary is a separate paragraph.
    if (/summary [1-9]/.test(place) && !this.#items.hasText(place)) this.#writer.reasoning('\n\n')
    this.#items.add(kind, place, text)
    this.#writer[kind](text)
  }

  /** A complete text: emits what its deltas left out. */
  #whole(kind: 'text' | 'reasoning', place: string, text: string, source: string): void {
    const { place: known, rest } = this.#items.restOf(kind, place, text, source)
    if (rest !== '') this.#more(kind, known, rest)
  }
}

interface SaidText {
  kind: string
  text: string
}

/**
 * Matches the events of a response that belong to the same item and text. Gateways omit an item's id or its output
 * index, change its id from event to event, or count indexes differently in the final list.
 */
class ResponseItems {
  readonly #keys = new Map<string, string>()
  #count = 0
  /** The received text in each place: an item and one of its parts. */
  readonly #texts = new Map<string, SaidText>()
  /** The part of each text that every kind of repetition has repeated. */
  readonly #repeated = new Map<string, Map<string, number>>()

  /** A stable key for an item of this kind, whichever of its identifiers an event has. */
  keyOf(kind: string, index: unknown, ...ids: readonly unknown[]): string {
    const names = ids
      .map(nameIn)
      .filter((id) => id !== '')
      .map((id) => `${kind} id ${id}`)
    // An id is more reliable than an index, which may have shifted.
    if (nameIn(index) !== '') names.push(`${kind} at ${nameIn(index)}`)
    if (names.length === 0) names.push(kind)
    const known = names.map((name) => this.#keys.get(name)).find((key) => key !== undefined)
    const key = known ?? `${kind} ${this.#count++}`
    for (const name of names) if (!this.#keys.has(name)) this.#keys.set(name, key)
    return key
  }

  hasText(place: string): boolean {
    return this.#texts.has(place)
  }

  add(kind: string, place: string, text: string): void {
    this.#texts.set(place, { kind, text: (this.#texts.get(place)?.text ?? '') + text })
  }

  /**
   * The part of a whole text that has not arrived before, and its place. `source`: the kind of event that repeats it;
   * each kind repeats a text once, so that two equal texts stay two.
   */
  restOf(kind: string, place: string, text: string, source: string): { place: string; rest: string } {
    const repeated = this.#repeatedBy(source)
    const said = this.#texts.get(place)?.text
    const isSame = said !== undefined && text.startsWith(said)
    const known = isSame ? place : (this.#placeOf(kind, text, repeated) ?? place)
    const before = (this.#texts.get(known)?.text ?? '').slice(isSame ? 0 : repeated.get(known))
    const length = (repeated.get(known) ?? 0) + text.length
    repeated.set(known, isSame ? text.length : length)
    return { place: known, rest: text.startsWith(before) ? text.slice(before.length) : '' }
  }

  /** Marks the whole text of an item as repeated. */
  repeat(key: string, source: string): void {
    const repeated = this.#repeatedBy(source)
    for (const [place, { text }] of this.#texts) {
      if (place.startsWith(`${key} part `)) repeated.set(place, text.length)
    }
  }

  #repeatedBy(source: string): Map<string, number> {
    const repeated = this.#repeated.get(source) ?? new Map<string, number>()
    this.#repeated.set(source, repeated)
    return repeated
  }

  /** Another place whose text this one repeats or continues; the longest match wins. */
  #placeOf(kind: string, text: string, repeated: ReadonlyMap<string, number>): string | null {
    let found: string | null = null
    let longest = 0
    for (const [place, said] of this.#texts) {
      if (said.kind !== kind) continue
      const left = said.text.slice(repeated.get(place) ?? 0)
      const common = text.startsWith(left) ? left.length : left.startsWith(text) ? text.length : 0
      if (common <= longest) continue
      found = place
      longest = common
    }
    return found
  }
}
