/** An event before it is numbered. */
type ItemEvent = [type: string, data: object]

/** One output item of a response: it is opened, gets its deltas, and is closed once. */
export interface ResponseItem {
  open(): ItemEvent[]
  delta(text: string): ItemEvent[]
  /** Empty if it is already closed. */
  close(): ItemEvent[]
  whole(): object
}

/** Text of the answer. */
export class ResponseMessage implements ResponseItem {
  readonly #at: { item_id: string; output_index: number; content_index: number }
  #text = ''
  #isClosed = false

  constructor(index: number) {
    this.#at = { item_id: `msg_fake_${index}`, output_index: index, content_index: 0 }
  }

  open(): ItemEvent[] {
    const item = { ...this.whole(), status: 'in_progress', content: [] }
    return [
      ['response.output_item.added', { output_index: this.#at.output_index, item }],
      ['response.content_part.added', { ...this.#at, part: textPart('') }],
    ]
  }

  delta(text: string): ItemEvent[] {
    this.#text += text
    return [['response.output_text.delta', { ...this.#at, delta: text, logprobs: [] }]]
  }

  /** Adds the model's refusal, as a separate part. */
  refuse(): ItemEvent[] {
    return [['response.refusal.done', { ...this.#at, content_index: 1, refusal: 'I cannot help with that.' }]]
  }

  close(): ItemEvent[] {
    if (this.#isClosed) return []
    this.#isClosed = true
    return [
      ['response.output_text.done', { ...this.#at, text: this.#text, logprobs: [] }],
      ['response.content_part.done', { ...this.#at, part: textPart(this.#text) }],
      ['response.output_item.done', { output_index: this.#at.output_index, item: this.whole() }],
    ]
  }

  whole(): object {
    const content = [textPart(this.#text)]
    return { id: this.#at.item_id, type: 'message', status: 'completed', role: 'assistant', content }
  }
}

/** A summary of the model's thinking. The thinking itself comes encrypted, at the end of the item. */
export class ResponseReasoning implements ResponseItem {
  readonly #at: { item_id: string; output_index: number; summary_index: number }
  #text = ''
  #isClosed = false

  constructor(index: number) {
    this.#at = { item_id: `rs_fake_${index}`, output_index: index, summary_index: 0 }
  }

  open(): ItemEvent[] {
    const item = { id: this.#at.item_id, type: 'reasoning', summary: [], encrypted_content: '' }
    return [
      ['response.output_item.added', { output_index: this.#at.output_index, item }],
      ['response.reasoning_summary_part.added', { ...this.#at, part: summaryPart('') }],
    ]
  }

  delta(text: string): ItemEvent[] {
    this.#text += text
    return [['response.reasoning_summary_text.delta', { ...this.#at, delta: text }]]
  }

  close(): ItemEvent[] {
    if (this.#isClosed) return []
    this.#isClosed = true
    return [
      ['response.reasoning_summary_text.done', { ...this.#at, text: this.#text }],
      ['response.reasoning_summary_part.done', { ...this.#at, part: summaryPart(this.#text) }],
      ['response.output_item.done', { output_index: this.#at.output_index, item: this.whole() }],
    ]
  }

  whole(): object {
    const { item_id: id } = this.#at
    return { id, type: 'reasoning', summary: [summaryPart(this.#text)], encrypted_content: `sealed-${id}` }
  }
}

/** A function call. */
export class ResponseCall implements ResponseItem {
  readonly #at: { item_id: string; output_index: number }
  readonly #call: { call_id: string; name: string }
  #arguments = ''
  #isClosed = false

  constructor(index: number, callId: string, name: string) {
    this.#at = { item_id: `fc_fake_${index}`, output_index: index }
    this.#call = { call_id: callId, name }
  }

  open(): ItemEvent[] {
    const item = { ...this.whole(), status: 'in_progress' }
    return [['response.output_item.added', { output_index: this.#at.output_index, item }]]
  }

  delta(text: string): ItemEvent[] {
    this.#arguments += text
    if (text === '') return []
    return [['response.function_call_arguments.delta', { ...this.#at, delta: text }]]
  }

  close(): ItemEvent[] {
    if (this.#isClosed) return []
    this.#isClosed = true
    return [
      ['response.function_call_arguments.done', { ...this.#at, arguments: this.#arguments }],
      ['response.output_item.done', { output_index: this.#at.output_index, item: this.whole() }],
    ]
  }

  whole(): object {
    const { item_id: id } = this.#at
    return { id, type: 'function_call', status: 'completed', ...this.#call, arguments: this.#arguments }
  }
}

function textPart(text: string) {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function summaryPart(text: string) {
  return { type: 'summary_text', text }
}
