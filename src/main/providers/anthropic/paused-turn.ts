import { parseForeignJson } from '../../../shared/json-depth'
import { type Foreign, objectsIn, textIn } from '../answer/foreign'

/** More open blocks than any answer has. */
const mostBlocks = 1_000

/**
 * The content of an answer as Anthropic sent it. An answer that is paused, because its searches take long, is continued
 * by sending its content back unchanged.
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn
 */
export class PausedTurn {
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
