import type { Clock } from '../../base/clock'
import { Emitter } from '../../base/emitter'
import type { Confirmation, ConfirmationPage } from '../../platform/platform'
import { queuedConfirm } from '../queued-confirm'
import { isSameToken, randomToken } from './random-token'

/** Where the pages of questions are, below the page of the window. */
export const confirmationFolder = 'confirm/'

interface OpenQuestion {
  id: string
  /** Only the page of the question carries it: who gives it back has read that page. */
  nonce: string
  question: Confirmation
  answer: (isAgreed: boolean) => void
}

/** The questions that the web host asks on pages of its own, one at a time. */
export class WebConfirmations implements ConfirmationPage {
  readonly confirm
  readonly #changed = new Emitter<void>()
  #open: OpenQuestion | null = null

  constructor(clock: Clock) {
    this.confirm = queuedConfirm((question, signal) => this.#show(question, signal), clock)
  }

  url(): string | null {
    return this.#open === null ? null : `${confirmationFolder}${this.#open.id}`
  }

  onChanged(listener: () => void) {
    return this.#changed.on(listener)
  }

  /** The question of that page, while it is asked. */
  find(id: string): { nonce: string; question: Confirmation } | null {
    const open = this.#open
    return open !== null && isSameToken(open.id, id) ? open : null
  }

  /** Takes an answer, once, from whoever has the question's nonce. Answers whether it was taken. */
  answer(id: string, nonce: string, isAgreed: boolean): boolean {
    const open = this.#open
    if (open === null || !isSameToken(open.id, id) || !isSameToken(open.nonce, nonce)) return false
    open.answer(isAgreed)
    return true
  }

  #show(question: Confirmation, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (isAgreed: boolean) => {
        signal.removeEventListener('abort', withdraw)
        this.#open = null
        this.#changed.fire()
        resolve(isAgreed)
      }
      const withdraw = () => answer(false)
      signal.addEventListener('abort', withdraw, { once: true })
      this.#open = { id: randomToken(), nonce: randomToken(), question, answer }
      this.#changed.fire()
    })
  }
}
