import type { AnswerReader } from '../answer/answer-reader'
import type { AnswerWriter } from '../answer/answer-writer'
import { errorIn } from '../answer/error-in'
import { type Foreign, nameIn, objectIn, objectsIn, textIn } from '../answer/foreign'
import { messageIn } from '../http/provider-failure'
import { chatUsage } from './usage'

/**
 * Reads chat completions as the many servers send them: deltas, whole messages in their place, or one whole answer.
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class ChatReader implements AnswerReader {
  readonly #writer: AnswerWriter
  /** The text that came so far: a server may repeat all of it at the end. */
  #said = ''
  #thought = ''
  #hasDelta = false
  #hasMessage = false
  #hasRefusal = false
  /** Pieces of a call without a number or an id belong to the last one. */
  #lastCall = ''
  #callCount = 0
  readonly #callIds = new Set<string>()

  constructor(writer: AnswerWriter) {
    this.#writer = writer
  }

  read(event: Foreign, name: string): void {
    const writer = this.#writer
    writer.model(event['model'])
    this.#usage(event['usage'] ?? objectIn(event['x_groq'])?.['usage'])
    const error = errorIn(event, name) ?? bareError(event)
    const [choice] = objectsIn(event['choices'])
    if (choice !== undefined) this.#choice(choice, error !== null)
    this.#citations(event)
    if (error !== null) writer.fail(error)
  }

  done(): void {
    // Some servers name no reason.
    if (!this.#writer.isFinished) this.#writer.finish(this.#hasRefusal ? 'refusal' : 'stop')
  }

  wholeEnd(): void {
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
      this.#content(message, this.#hasDelta || (reason ?? '') !== '' ? 'all' : 'maybe-all')
    }
    this.#text(choice['text'], 'more')
    const error = errorIn(choice, '') ?? errorIn(delta ?? {}, '')
    if (error !== null) this.#writer.fail(error)
    else if (!hasError) this.#writer.finish(this.#hasRefusal && reason === 'stop' ? 'refusal' : reason)
  }

  #content(content: Foreign, kind: Repeats): void {
    const thought = content['reasoning_content'] ?? content['reasoning'] ?? content['thinking']
    const details = textIn(thought) === '' ? detailText(content['reasoning_details']) : textIn(thought)
    this.#reasoning(details, kind)
    this.#parts(content['content'], kind)
    const refusal = textIn(content['refusal'])
    if (refusal !== '') {
      this.#text(refusal, kind)
      this.#hasRefusal = true
    }
    this.#text(objectIn(content['audio'])?.['transcript'], kind)
    const isRepeated = kind === 'all' && this.#hasDelta
    if (!isRepeated) for (const image of objectsIn(content['images'])) this.#image(image)
    for (const call of objectsIn(content['tool_calls'])) {
      if (!isRepeated || !this.#callIds.has(nameIn(call['id']))) this.#call(call)
    }
    const legacy = objectIn(content['function_call'])
    if (legacy !== null) this.#call({ index: 0, function: legacy })
    for (const tool of objectsIn(content['executed_tools'])) this.#executedTool(tool)
    this.#annotations(content['annotations'])
    // Azure's word for what an answer is based on.
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
    if (type === 'thinking' || type === 'reasoning') {
      const { thinking } = part
      const texts = objectsIn(thinking).map(({ text }) => textIn(text))
      this.#reasoning(textIn(thinking) || texts.join('') || textIn(part['text']), kind)
    } else if (typeof part['text'] === 'string') this.#text(part['text'], kind)
    else if (part['image_url'] !== undefined || type === 'image') this.#image(part)
    else this.#writer.skip(`a part of the content of another type (${textIn(type)})`)
    this.#annotations(part['annotations'])
  }

  #text(text: unknown, kind: Repeats): void {
    const more = moreOf(textIn(text), this.#said, kind)
    this.#said += more
    this.#writer.text(more)
  }

  #reasoning(text: string, kind: Repeats): void {
    const more = moreOf(text, this.#thought, kind)
    this.#thought += more
    this.#writer.reasoning(more)
  }

  #image(part: Foreign): void {
    const address = part['image_url'] ?? part['url']
    const source = objectIn(part['source']) ?? part
    const data = source['b64_json'] ?? source['data']
    if (data === undefined) this.#writer.image(objectIn(address)?.['url'] ?? address)
    else this.#writer.file(source['media_type'] ?? 'image/png', data)
  }

  #call(call: Foreign): void {
    const { index, id } = call
    this.#callIds.add(nameIn(id))
    const asked = objectIn(call['function']) ?? {}
    const isNew = textIn(asked['name']) !== '' && index === undefined && this.#lastCall !== `id ${nameIn(id)}`
    if (typeof index === 'number' || typeof index === 'string') this.#lastCall = `at ${index}`
    else if (nameIn(id) !== '') this.#lastCall = `id ${nameIn(id)}`
    else if (isNew) this.#lastCall = `new ${this.#callCount++}`
    const extra = objectIn(objectIn(call['extra_content'])?.['google'])
    const signature = textIn(extra?.['thought_signature'])
    this.#writer.callPiece(this.#lastCall, {
      id,
      name: asked['name'],
      arguments: asked['arguments'],
      providerData: signature === '' ? undefined : { thoughtSignature: signature },
    })
  }

  /** Groq's word for what its systems did on their own. */
  #executedTool(tool: Foreign): void {
    const { output, search_results: found } = tool
    if (output === undefined && found === undefined) return
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
      const cited = objectIn(annotation['url_citation']) ?? annotation
      this.#writer.source(cited['url'], cited['title'])
    }
  }

  /** Perplexity numbers its sources by `citations`; `search_results` has their titles. xAI has the addresses alone. */
  #citations(event: Foreign): void {
    const titles = new Map(objectsIn(event['search_results']).map(({ url, title }) => [url, title]))
    const { citations } = event
    if (Array.isArray(citations)) {
      for (const cited of citations as unknown[]) {
        const { url, title } = objectIn(cited) ?? { url: cited, title: titles.get(cited) }
        this.#writer.source(url, title)
      }
    }
    for (const [url, title] of titles) this.#writer.source(url, title)
  }

  #usage(counts: unknown): void {
    const usage = chatUsage(counts)
    if (usage !== null) this.#writer.usage(usage)
  }
}

/** How a piece relates to what came before: it follows, it repeats all of it, or it may do either. */
type Repeats = 'more' | 'all' | 'maybe-all'

/** What of `text` did not come before. */
function moreOf(text: string, before: string, kind: Repeats): string {
  if (kind === 'more' || before === '') return text
  if (text.startsWith(before) && (kind === 'all' || text.length > before.length))
    return text.slice(before.length)
  return kind === 'all' && before.includes(text) ? '' : text
}

/** OpenRouter's way to say what was thought, where nothing else does. */
function detailText(details: unknown): string {
  return objectsIn(details)
    .map((detail) => textIn(detail['text']) || textIn(detail['summary']))
    .join('')
}

/** vLLM and others say what went wrong without the word `error`, with a status in its place. */
function bareError(event: Foreign) {
  const isRefusal = [event['code'], event['status']].some((status) => /^[45]\d\d$/.test(nameIn(status)))
  return isRefusal && !Array.isArray(event['choices']) ? messageIn(event) : null
}
