import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { SourceEvent } from '../../run-source/run-source'
import { type Peer, peerData } from '../http/peer'
import type { AnswerEnding } from './answer-ending'

/** Notices that a model meant to call a tool and no call arrived: nobody would execute it. */
export class MissingCalls {
  readonly #peer: Peer
  readonly #toolNames: readonly string[]
  readonly #inText: CallsInText
  readonly #inThoughts: CallsInText
  #hasCall = false
  #hasText = false

  /** `toolNames`: what the model was offered. */
  constructor(peer: Peer, toolNames: readonly string[]) {
    this.#peer = peer
    this.#toolNames = toolNames
    this.#inText = new CallsInText(toolNames)
    this.#inThoughts = new CallsInText(toolNames)
  }

  noteCall(): void {
    this.#hasCall = true
  }

  /** Takes text and reasoning. */
  note(event: SourceEvent): void {
    if (event.type === 'text-was-reasoning') this.#inText.clear()
    else if (event.type === 'reasoning-delta') this.#inThoughts.add(event.text)
    else if (event.type === 'text-delta') {
      this.#hasText ||= event.text.trim() !== ''
      this.#inText.add(event.text)
    }
  }

  /**
   * The error for an answer that would be complete without its call; null when none is missing. `calledName`: the tool
   * that the answer addresses, if its format has addresses.
   */
  failureOf(ending: AnswerEnding, calledName: string | null): ParleyError | null {
    if (this.#hasCall || ending.reason !== 'end') return null
    const addressed = this.#toolNames.find((name) => name === calledName)
    // Reasoning may consider a call; without an answer, it is one.
    const thought = this.#hasText ? null : this.#inThoughts.calledName
    const toolName = this.#inText.calledName ?? addressed ?? thought
    const peer = peerData(this.#peer)
    if (toolName !== null) return failure('PROVIDER_PROTOCOL', 'call-as-text', { ...peer, toolName })
    const isExpected = this.#toolNames.length > 0 || !this.#hasText
    return ending.isForCalls && isExpected ? failure('PROVIDER_PROTOCOL', 'call-missing', peer) : null
  }
}

/** How models write a call when nothing on its way turns it into one. */
const marks = [
  /<\|?(?:[\w-]{1,20}:)?tool[_▁ -]?(?:calls?|use)(?:[_▁]\w{1,20})*\|?>/i,
  /<｜(?:DSML｜)?(?:tool▁\w+|function_calls|invoke)/,
  /\[TOOL_CALLS\]/,
  /<function(?:_calls?)?[=\s>]/i,
  /<invoke name=/i,
  /<\|python_tag\|>|<\|tool_code\|>|```tool_(?:code|call)/,
  // Prompts that describe a loop of thoughts and actions.
  /^Action: *[\w-]+\n+Action Input:/m,
  /\bfunctools\[|\bto=functions\./,
] as const
/** A call that is all of the text, as Llama writes it, perhaps in a code block. */
const bareCall = /^(?:```(?:json)?\s*)?\[?\s*\{\s*"(?:type|name|function|tool|id)"\s*:/
/** How far behind its mark the name of a call may be. */
const nameWithinChars = 400
/** A call is at the end of a text; this much of it is kept. */
const keptChars = 20_000

/** Notices a call that arrives as text, by a mark of calls and the name of a tool that the model was offered. */
class CallsInText {
  readonly #toolNames: readonly string[]
  #text = ''
  #isCut = false

  constructor(toolNames: readonly string[]) {
    this.#toolNames = toolNames.filter((name) => /^[\w-]+$/.test(name))
  }

  add(text: string): void {
    if (this.#toolNames.length === 0) return
    this.#text += text
    if (this.#text.length <= 2 * keptChars) return
    this.#text = this.#text.slice(-keptChars)
    this.#isCut = true
  }

  /** Everything so far was reasoning. */
  clear(): void {
    this.#text = ''
  }

  /** The name of the tool that the text calls; null when it calls none. Code that is quoted calls nothing. */
  get calledName(): string | null {
    if (this.#toolNames.length === 0) return null
    const whole = this.#text.trim()
    if (!this.#isCut && bareCall.test(whole)) {
      const name = this.#nameIn(whole.slice(0, nameWithinChars))
      if (name !== null && /"(?:arguments|parameters|input|args)"/.test(whole)) return name
    }
    const said = whole
      .replaceAll(/^(?:```|~~~)(?!tool_)[^\n]*\n[\s\S]*?^(?:```|~~~)/gm, '')
      .replaceAll(/`[^`\n]{1,200}`/g, '')
    for (const mark of marks) {
      const at = said.search(mark)
      const name = at < 0 ? null : this.#nameIn(said.slice(at, at + nameWithinChars))
      if (name !== null) return name
    }
    return null
  }

  #nameIn(text: string): string | null {
    return this.#toolNames.find((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)) ?? null
  }
}
