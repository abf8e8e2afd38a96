import { ParleyError } from '../../../shared/errors'
import type { Peer } from '../http/peer'
import { type FinishReason, finishOf, isUnknownReason, meansCalls } from './finish-reasons'
import { objectIn, textIn } from './foreign'

/**
 * Why an answer ended, according to its stream so far. Some servers send a reason with every chunk, or before a tool
 * that they run themselves, so a reason is dropped when more of the answer arrives.
 */
export class AnswerEnding {
  readonly #peer: Peer
  #reason: FinishReason | ParleyError | null = null
  #isForCalls = false
  #isDropped = false
  #wasDropped = false

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Whether the stream gave a reason, success or failure, and no content followed it. */
  get hasReason(): boolean {
    return this.#reason !== null && !this.#isDropped
  }

  /** Whether content followed a reason at least once. */
  get wasDropped(): boolean {
    return this.#wasDropped
  }

  /** Why the answer is complete; null when it is not. */
  get reason(): FinishReason | null {
    return this.hasReason && typeof this.#reason === 'string' ? this.#reason : null
  }

  /** Whether the reason is that the model calls tools. */
  get isForCalls(): boolean {
    return this.#isForCalls && this.reason !== null
  }

  /** The failure that the reason indicates. */
  get failure(): ParleyError | null {
    return this.#reason instanceof ParleyError ? this.#reason : null
  }

  /** Takes a reason as the provider spells it. Ignores an empty one and one that means that the answer continues. */
  setReason(raw: unknown): void {
    const word = reasonIn(raw)
    const finish = word === '' ? null : finishOf(word, this.#peer)
    if (finish === null || !this.#isReplacedBy(finish)) return
    this.#reason = finish
    this.#isForCalls = meansCalls(word)
    this.#isDropped = false
  }

  /** More content arrived: drops a reason to finish, but not a failure. */
  resume(): void {
    if (this.#reason === null) return
    this.#wasDropped = true
    this.#isDropped = !(this.#reason instanceof ParleyError)
  }

  /** The stream ended as its protocol requires: a dropped reason applies after all, and `raw` if there was none. */
  close(raw: string): void {
    if (this.#reason === null) this.setReason(raw)
    this.#isDropped = false
  }

  /** A finish never becomes a failure; `end` yields to a more specific finish, and an unknown reason to any other. */
  #isReplacedBy(finish: FinishReason | ParleyError): boolean {
    if (this.#reason === null || this.#isDropped) return true
    if (this.#reason instanceof ParleyError) return isUnknownReason(this.#reason)
    return this.#reason === 'end' && typeof finish === 'string'
  }
}

/** The text of a reason: a server may send a number or an object around it. 0 and false are not reasons. */
function reasonIn(raw: unknown): string {
  const word = objectIn(raw)?.['type'] ?? raw
  if (word === true || (typeof word === 'number' && word !== 0)) return String(word)
  return textIn(word).trim()
}
