import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { SourceEvent } from '../../run-source/run-source'
import { type Peer, peerData } from '../http/peer'
import type { AnswerEnding } from './answer-ending'
import { CallsInText } from './calls-in-text'

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
