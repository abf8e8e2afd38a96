import type { Clock } from '../../../base/clock'
import { Emitter } from '../../../base/emitter'
import type { Confirmation, ConfirmationPage } from '../../../platform/platform'
import { queuedConfirm } from '../../queued-confirm'
import { isSameToken, randomToken } from '../access/access-guard'

/** The folder of the questions' pages, relative to the window's page. */
export const confirmationFolder = 'confirm/'

interface OpenQuestion {
  id: string
  /** Only the question's page contains it, so that a sender must have read that page. */
  nonce: string
  question: Confirmation
  answer: (isAgreed: boolean) => void
}

/** Questions that the web host asks on separate pages, one at a time. */
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

  about(): Confirmation['kind'] | null {
    return this.#open?.question.kind ?? null
  }

  onChanged(listener: () => void) {
    return this.#changed.on(listener)
  }

  /** The question with this id, while it is open. */
  find(id: string): { nonce: string; question: Confirmation } | null {
    const open = this.#open
    return open !== null && isSameToken(open.id, id) ? open : null
  }

  /** Takes an answer, once, from a sender with the question's nonce. Returns whether it was accepted. */
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
