import { ParleyError } from '../../../shared/errors'
import type { Peer } from '../http/peer'
import { type FinishReason, finishOf, isUnknownReason } from './finish-reasons'
import { objectIn, textIn } from './foreign'

/**
 * Why an answer ended, according to its stream so far. Some servers send a reason with every chunk, or before a tool
 * that they run themselves, so a reason is dropped when more of the answer arrives.
 */
export class AnswerEnding {
  readonly #peer: Peer
  #said: FinishReason | ParleyError | null = null
  #isTakenBack = false
  #wasTakenBack = false

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Whether the stream gave a reason, success or failure, and no content followed it. */
  get isSaid(): boolean {
    return this.#said !== null && !this.#isTakenBack
  }

  /** Whether content followed a reason at least once. */
  get wasTakenBack(): boolean {
    return this.#wasTakenBack
  }

  /** Why the answer is complete; null when it is not. */
  get reason(): FinishReason | null {
    return this.isSaid && typeof this.#said === 'string' ? this.#said : null
  }

  /** The failure that the reason indicates. */
  get failure(): ParleyError | null {
    return this.#said instanceof ParleyError ? this.#said : null
  }

  /** Takes a reason as the provider spells it. Ignores an empty one and one that means that the answer continues. */
  say(raw: unknown): void {
    const word = reasonIn(raw)
    const finish = word === '' ? null : finishOf(word, this.#peer)
    if (finish === null || !this.#givesWayTo(finish)) return
    this.#said = finish
    this.#isTakenBack = false
  }

  /** More content arrived: drops a reason to finish, but not a failure. */
  goOn(): void {
    if (this.#said === null) return
    this.#wasTakenBack = true
    this.#isTakenBack = !(this.#said instanceof ParleyError)
  }

  /** The stream ended as its protocol requires: a dropped reason applies after all, and `raw` if there was none. */
  close(raw: string): void {
    if (this.#said === null) this.say(raw)
    this.#isTakenBack = false
  }

  /** A finish never becomes a failure; `end` yields to a more specific finish, and an unknown reason to any other. */
  #givesWayTo(finish: FinishReason | ParleyError): boolean {
    if (this.#said === null || this.#isTakenBack) return true
    if (this.#said instanceof ParleyError) return isUnknownReason(this.#said)
    return this.#said === 'end' && typeof finish === 'string'
  }
}

/** The text of a reason: a server may send a number or an object around it. 0 and false are not reasons. */
function reasonIn(raw: unknown): string {
  const word = objectIn(raw)?.['type'] ?? raw
  if (word === true || (typeof word === 'number' && word !== 0)) return String(word)
  return textIn(word).trim()
}
