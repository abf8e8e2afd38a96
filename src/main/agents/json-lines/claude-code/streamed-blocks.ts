/** Tracks the streamed text of one message's blocks, so that the whole message does not repeat it. */
export class StreamedBlocks {
  #messageId: string | null = null
  #blocks: { type: string; text: string }[] = []

  beginMessage(messageId: string): void {
    this.#messageId = messageId
    this.#blocks = []
  }

  beginBlock(type: string): void {
    this.#blocks.push({ type, text: '' })
  }

  add(text: string): void {
    const last = this.#blocks.at(-1)
    if (last !== undefined) last.text += text
  }

  /** The part of a whole block that was not streamed; null when none of it was. */
  rest(messageId: string, type: string, text: string): string | null {
    if (messageId !== this.#messageId) return null
    const index = this.#blocks.findIndex((block) => block.type === type)
    const [streamed] = index === -1 ? [] : this.#blocks.splice(index, 1)
    if (streamed === undefined || streamed.text === '') return null
    return text.startsWith(streamed.text) ? text.slice(streamed.text.length) : ''
  }
}
