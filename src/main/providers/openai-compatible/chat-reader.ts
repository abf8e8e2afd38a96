import type { AnswerReader } from '../answer/read-answer'
import type { AnswerWriter } from '../answer/answer-writer'
import { isFilePart } from '../answer/answer-files'
import { bareErrorIn, errorIn, isKeepAlive } from '../answer/error-in'
import { type Foreign, nameIn, objectIn, objectsIn, textIn } from '../answer/foreign'
import { reportedCharges } from '../answer/reported-cost'
import { ReturnedReasoning } from './returned-reasoning'
import { chatUsage } from './usage'

/**
 * Reads chat completions in the ways that servers send them: deltas, messages in their place, or one whole answer.
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class ChatReader implements AnswerReader {
  readonly #writer: AnswerWriter
  /** The text so far: a server may repeat all of it at the end. */
  #said = ''
  #thought = ''
  #hasDelta = false
  #hasMessage = false
  #hasRefusal = false
  #hasFile = false
  /** The last message repeats earlier files. */
  #repeatsFiles = false
  /** Call pieces without a number or an id belong to the last call. */
  #lastCall = ''
  #callCount = 0
  /** The last call with each number, and the call with each number and id: some servers number every call 0. */
  readonly #callAt = new Map<string, string>()
  readonly #callOf = new Map<string, string>()
  readonly #callIds = new Set<string>()
  readonly #returned = new ReturnedReasoning()

  /** The answer said that Ollama wrote it. */
  isOfOllama = false

  constructor(writer: AnswerWriter) {
    this.#writer = writer
    writer.returnsReasoning(() => this.#returned.take())
  }

  read(event: Foreign, name: string): void {
    const writer = this.#writer
    writer.model(event['model'])
    writer.fingerprint(event['system_fingerprint'])
    this.isOfOllama ||= event['system_fingerprint'] === 'fp_ollama'
    const choice = choiceIn(event['choices'])
    this.#usage(
      event['usage'] ?? objectIn(event['x_groq'])?.['usage'] ?? choice?.['usage'],
      event['currency'],
    )
    // Some gateways send the cost beside the usage, or in an event of its own.
    if (event['cost'] !== undefined) writer.used.charge(reportedCharges(event))
    const gateway = objectIn(objectIn(event['provider_metadata'])?.['gateway'])
    if (gateway !== null) writer.used.charge(reportedCharges(gateway))
    const error = errorIn(event, name) ?? (choice === null ? bareErrorIn(event, name) : null)
    if (choice !== null) this.#choice(choice, error !== null)
    this.#citations(event)
    if (error !== null) writer.fail(error)
    else if (choice === null && !isExplained(event)) writer.skipUnclear('an event without a choice')
  }

  done(): void {
    // Some servers send no reason.
    this.#writer.lastWord(this.#hasRefusal ? 'refusal' : 'stop')
  }

  jsonEnd(): void {
    if (this.#hasMessage) this.done()
  }

  #choice(choice: Foreign, hasError: boolean): void {
    const delta = objectIn(choice['delta'])
    const message = objectIn(choice['message'])
    const reason = choice['finish_reason']
    if (delta !== null) {
      this.#content(delta, 'more')
      this.#hasDelta ||= this.#said !== '' || this.#thought !== '' || this.#callIds.size > 0
    }
    if (message !== null) {
      this.#hasMessage = true
      const isLast = (reason ?? '') !== ''
      this.#content(message, this.#hasDelta ? 'all' : isLast ? 'maybe-all' : 'maybe-longer')
    }
    this.#text(choice['text'], 'more')
    const error = errorIn(choice, '') ?? errorIn(delta ?? {}, '')
    if (error !== null) this.#writer.fail(error)
    else if (!hasError) this.#writer.finish(this.#hasRefusal && reason === 'stop' ? 'refusal' : reason)
  }

  #content(content: Foreign, kind: Repeats): void {
    this.#repeatsFiles = this.#hasFile && (kind === 'all' || kind === 'maybe-all')
    if (isTextOnly(content)) {
      this.#text(content['content'], kind)
      return
    }
    this.#returned.addLists(content, { isWhole: kind === 'all' || kind === 'maybe-all' })
    const [field, thought] = thoughtFields
      .map((name) => [name, thoughtIn(content[name])] as const)
      .find(([, text]) => text !== '') ?? ['', '']
    const isNew = this.#reasoning(thought, kind, field)
    if (isNew && typeof content[field] === 'string') this.#returned.addText(field)
    this.#parts(content['content'], kind)
    const refusal = textIn(content['refusal'])
    if (refusal !== '') {
      this.#text(refusal, kind)
      this.#hasRefusal = true
    }
    this.#audio(content['audio'], kind)
    for (const image of listOf(content['images'])) this.#file(image, 'image/png')
    const repeatsCalls = kind === 'all' || kind === 'maybe-all'
    for (const call of callsIn(content['tool_calls'])) {
      if (!repeatsCalls || !this.#callIds.has(nameIn(call['id']))) this.#call(call)
    }
    const legacy = objectIn(content['function_call'])
    if (legacy !== null) this.#call({ index: 0, function: legacy })
    for (const tool of objectsIn(content['executed_tools'])) this.#executedTool(tool)
    this.#annotations(content['annotations'])
    // Azure's field for sources.
    this.#annotations(objectIn(content['context'])?.['citations'])
  }

  #parts(content: unknown, kind: Repeats): void {
    if (typeof content === 'string') {
      this.#text(content, kind)
      return
    }
    if (typeof content === 'number') this.#writer.skip('content that is a number')
    const parts = Array.isArray(content) ? (content as unknown[]) : [content]
    for (const given of parts) {
      const part = typeof given === 'string' ? { text: given } : objectIn(given)
      if (part !== null) this.#part(part, kind)
    }
  }

  #part(part: Foreign, kind: Repeats): void {
    const { type } = part
    const text = textIn(part['text']) || textIn(objectIn(part['text'])?.['value'])
    if (/^(?:thinking|reasoning)/.test(textIn(type))) {
      const isNew = this.#reasoning(thoughtIn(part), kind)
      // Mistral's parts of the content.
      if (isNew && Array.isArray(part['thinking'])) this.#returned.addText('content')
    } else if (text !== '') this.#text(text, kind)
    else if (isFilePart(part)) this.#file(part)
    else if (textIn(part['url']) !== '') this.#writer.source(part['url'], part['title'])
    else if (part['text'] === undefined)
      this.#writer.skip(`a part of the content of another type (${textIn(type)})`)
    this.#annotations(part['annotations'] ?? objectIn(part['text'])?.['annotations'])
  }

  /** Speech and its transcript. In a stream, the data arrives in pieces. */
  #audio(audio: unknown, kind: Repeats): void {
    const { transcript, data } = objectIn(audio) ?? {}
    this.#text(transcript, kind)
    if (this.#repeatsFiles || textIn(data) === '') return
    this.#hasFile = true
    this.#writer.filePiece(data)
  }

  #file(part: unknown, mediaType?: string): void {
    if (this.#repeatsFiles) return
    this.#hasFile = true
    this.#writer.file(part, mediaType)
  }

  #text(text: unknown, kind: Repeats): void {
    const more = moreOf(textIn(text), this.#said, kind)
    this.#said += more
    this.#writer.text(more)
  }

  /** Returns whether any of it is new. */
  #reasoning(text: string, kind: Repeats, field = ''): boolean {
    const more = moreOf(text, this.#thought, kind)
    if (more === '') return false
    this.#thought += more
    this.#writer.reasoning(more, field)
    return true
  }

  #call(call: Foreign): void {
    const { index, id } = call
    this.#callIds.add(nameIn(id))
    // Some leave the object around the name out.
    const asked = objectIn(call['function']) ?? call
    const name = textIn(asked['name'])
    this.#lastCall = this.#callKey(nameIn(index), nameIn(id), name)
    const extra = Object.entries(call).filter(
      ([given, value]) => extraFields.has(given) && objectIn(value) !== null,
    )
    this.#writer.callPiece(this.#lastCall, {
      id,
      name,
      arguments: asked['arguments'],
      providerData: extra.length === 0 ? undefined : { extra: Object.fromEntries(extra) },
    })
  }

  /** The call that a piece belongs to. Only a piece with a name begins one: some servers send new ids all the time. */
  #callKey(index: string, id: string, name: string): string {
    const place = `${index} ${id}`
    const known = id === '' ? undefined : this.#callOf.get(place)
    if (known !== undefined) return known
    const last = index === '' ? undefined : this.#callAt.get(index)
    const at = last ?? `at ${index}`
    if (name === '') {
      if (index !== '') return at
      return id === '' ? this.#lastCall : `id ${place}`
    }
    if (index === '' && id === '') {
      const isOpen = this.#writer.openCallName(this.#lastCall) === name
      return isOpen ? this.#lastCall : `new ${this.#callCount++}`
    }
    const isNext = id !== '' && (last !== undefined || index === '')
    const key = isNext ? `id ${place}` : at
    if (index !== '') this.#callAt.set(index, key)
    if (id !== '') this.#callOf.set(place, key)
    return key
  }

  /** Groq's field for tools that its systems ran. */
  #executedTool(tool: Foreign): void {
    const { output, search_results: found } = tool
    if (output === undefined && found === undefined) return
    this.#writer.used.charge({ hasUnknownFee: true })
    const id = this.#writer.call({
      id: undefined,
      name: tool['type'] ?? tool['name'],
      input: tool['arguments'],
      isRunByProvider: true,
    })
    this.#writer.result(id, output ?? found)
    for (const { url, title } of objectsIn(objectIn(found)?.['results'] ?? found))
      this.#writer.source(url, title)
  }

  #annotations(annotations: unknown): void {
    for (const annotation of objectsIn(annotations)) {
      this.#writer.used.charge({ hasUnknownFee: true })
      const cited = objectIn(annotation['url_citation']) ?? annotation
      this.#writer.source(cited['url'], cited['title'])
    }
  }

  /** Perplexity numbers its sources by `citations`; `search_results` has their titles. xAI sends only URLs. */
  #citations(event: Foreign): void {
    if (event['citations'] === undefined && event['search_results'] === undefined) return
    const { citations, search_results: results } = event
    if (objectsIn(results).length > 0 || (Array.isArray(citations) && citations.length > 0))
      this.#writer.used.charge({ hasUnknownFee: true })
    const titles = new Map(objectsIn(results).map(({ url, title }) => [url, title]))
    if (Array.isArray(citations)) {
      this.#writer.numberedSources(
        (citations as unknown[]).map((cited) => {
          const { url, title } = objectIn(cited) ?? { url: cited, title: undefined }
          return { url, title: title ?? titles.get(url) }
        }),
      )
    }
    for (const [url, title] of titles) this.#writer.source(url, title)
  }

  #usage(counts: unknown, currency: unknown): void {
    const counted = chatUsage(currency === undefined ? counts : { currency, ...objectIn(counts) })
    if (counted !== null) this.#writer.used.add(counted.usage, counted.charges)
  }
}

/** Fields of a call that go back with it: those of Gemini's OpenAI-compatible address and of LiteLLM. */
const extraFields: ReadonlySet<string> = new Set(['extra_content', 'provider_specific_fields'])

/** True if there is nothing else to look for, as in almost every event of a long answer. */
function isTextOnly(content: Foreign): boolean {
  return (
    typeof content['content'] === 'string' &&
    Object.keys(content).every((field) => field === 'content' || field === 'role')
  )
}

/** Fields of reasoning, most usual first. Some servers send the same text in several of them. */
const thoughtFields = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_details',
  'reasoning_text',
  'reasoningContent',
  'thought',
] as const

/** How a piece relates to the content before it: it follows, repeats all of it, or may do either. */
type Repeats = 'more' | 'all' | 'maybe-all' | 'maybe-longer'

/** The part of `text` that is new. */
function moreOf(text: string, before: string, kind: Repeats): string {
  if (kind === 'more' || before === '') return text
  // Before the last piece, the same text may simply follow again.
  if (text.startsWith(before) && (kind !== 'maybe-longer' || text.length > before.length))
    return text.slice(before.length)
  return kind === 'all' && before.includes(text) ? '' : text
}

/** Reasoning in any shape: a string, an object around it, or a list of either, as OpenRouter sends it. */
function thoughtIn(value: unknown, levels = 3): string {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => thoughtIn(each, levels)).join('')
  const fields = objectIn(value)
  if (fields === null) return textIn(value)
  const texts = ['text', 'thinking', 'content', 'reasoning', 'reasoning_content', 'summary'].map((field) =>
    levels === 0 ? '' : thoughtIn(fields[field], levels - 1),
  )
  return texts.find((text) => text !== '') ?? ''
}

/** The first answer in an event. Some servers send one outside of a list. */
function choiceIn(choices: unknown): Foreign | null {
  if (Array.isArray(choices)) return objectsIn(choices)[0] ?? null
  const only = objectIn(choices)
  if (only === null) return null
  const isChoice = ['delta', 'message', 'text', 'finish_reason'].some((field) => field in only)
  return isChoice ? only : (objectsIn(Object.values(only))[0] ?? null)
}

/** The calls in a list; a server may send one, or number them, without a list. */
function callsIn(value: unknown): Foreign[] {
  const only = objectIn(value)
  if (only === null) return objectsIn(value)
  return 'function' in only || 'arguments' in only ? [only] : objectsIn(Object.values(only))
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null ? [] : [value]
}

/** Fields that an event may have besides an answer. */
const ownFields: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'provider',
  'choices',
  'error',
  'usage',
  'cost',
  'currency',
  'x_groq',
  'timings',
  'service_tier',
  'system_fingerprint',
  'citations',
  'search_results',
  'prompt_filter_results',
  'base_resp',
])

/** True if an event without an answer contains only known fields. */
function isExplained(event: Foreign): boolean {
  const isKnown = Object.entries(event).every(
    ([field, value]) => ownFields.has(field) || (value ?? '') === '',
  )
  return isKnown || objectIn(event['usage']) !== null || isKeepAlive(event)
}
