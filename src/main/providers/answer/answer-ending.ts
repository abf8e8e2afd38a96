import { ParleyError } from '../../../shared/errors'
import type { Peer } from '../http/peer'
import { type FinishReason, finishOf, isUnknownReason } from './finish-reasons'
import { objectIn, textIn } from './foreign'

/**
 * Why an answer ended, as far as its stream has said. Some servers give a reason with every piece, or before a tool
 * that they run themselves: a reason holds only until more of the answer comes.
 */
export class AnswerEnding {
  readonly #peer: Peer
  #said: FinishReason | ParleyError | null = null
  #isTakenBack = false
  #wasTakenBack = false

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Whether the stream has given a reason, good or bad, and nothing of the answer came after it. */
  get isSaid(): boolean {
    return this.#said !== null && !this.#isTakenBack
  }

  /** Whether more of the answer came after a reason at least once. */
  get wasTakenBack(): boolean {
    return this.#wasTakenBack
  }

  /** Why the answer is complete; null when it is not. */
  get reason(): FinishReason | null {
    return this.isSaid && typeof this.#said === 'string' ? this.#said : null
  }

  /** The failure that the reason stands for. */
  get failure(): ParleyError | null {
    return this.#said instanceof ParleyError ? this.#said : null
  }

  /** A reason in the provider's word. An empty one, and one that says that the answer goes on, says nothing. */
  say(raw: unknown): void {
    const word = reasonIn(raw)
    const finish = word === '' ? null : finishOf(word, this.#peer)
    if (finish === null || !this.#givesWayTo(finish)) return
    this.#said = finish
    this.#isTakenBack = false
  }

  /** More of the answer came. A failure stays one. */
  goOn(): void {
    if (this.#said === null) return
    this.#wasTakenBack = true
    this.#isTakenBack = !(this.#said instanceof ParleyError)
  }

  /** The stream said its last word: what was taken back holds after all, and without a reason this is the one. */
  close(raw: string): void {
    if (this.#said === null) this.say(raw)
    this.#isTakenBack = false
  }

  /** After a finish nothing fails any more; a more telling reason, or one that is known, comes before another. */
  #givesWayTo(finish: FinishReason | ParleyError): boolean {
    if (this.#said === null || this.#isTakenBack) return true
    if (this.#said instanceof ParleyError) return isUnknownReason(this.#said)
    return this.#said === 'end' && typeof finish === 'string'
  }
}

/** The word of a reason: a server may send a number, or an object around it. 0 and false are no reason. */
function reasonIn(raw: unknown): string {
  const word = objectIn(raw)?.['type'] ?? raw
  if (word === true || (typeof word === 'number' && word !== 0)) return String(word)
  return textIn(word).trim()
}
