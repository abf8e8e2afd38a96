import type { Page } from '@playwright/test'

/** Collects errors of windows: on the console, and uncaught. */
export class WindowErrors {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []
  #checkedCount = 0
  #hasToldMissing = false

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.#seen.push(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.#seen.push(`page error: ${error.stack ?? error.message}`))
  }

  /** Declares that this test will provoke such an error. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /**
   * Each call checks the errors since the last one.
   * @throws Error with every unexpected error, and every expected one that did not occur
   */
  check(): void {
    const surplus = this.#seen
      .slice(this.#checkedCount)
      .filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
    const missing = this.#hasToldMissing
      ? []
      : this.#expected.filter((pattern) => !this.#seen.some((text) => pattern.test(text)))
    this.#checkedCount = this.#seen.length
    this.#hasToldMissing = true
    if (surplus.length === 0 && missing.length === 0) return
    throw new Error(
      [
        ...surplus.map((text) => `error in the window: ${text}`),
        ...missing.map((pattern) => `expected error did not occur in the window: ${String(pattern)}`),
      ].join('\n'),
    )
  }
}
