import type { Page } from '@playwright/test'

/** Collects what windows complain of: errors on the console, and errors that nothing caught. */
export class WindowErrors {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []
  #toldCount = 0
  #hasToldMissing = false

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.#seen.push(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.#seen.push(`page error: ${error.stack ?? error.message}`))
  }

  /** Says before it happens that this test provokes a complaint like this. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /**
   * May be called again for what came since.
   * @throws Error with every complaint that was not expected, and every expected one that did not come
   */
  check(): void {
    const surplus = this.#seen
      .slice(this.#toldCount)
      .filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
    const missing = this.#hasToldMissing
      ? []
      : this.#expected.filter((pattern) => !this.#seen.some((text) => pattern.test(text)))
    this.#toldCount = this.#seen.length
    this.#hasToldMissing = true
    if (surplus.length === 0 && missing.length === 0) return
    throw new Error(
      [
        ...surplus.map((text) => `the window complained: ${text}`),
        ...missing.map((pattern) => `the window was expected to complain of ${String(pattern)} and did not`),
      ].join('\n'),
    )
  }
}
