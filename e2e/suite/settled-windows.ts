import type { Page } from '@playwright/test'

import { invoke } from '../helpers/pages/window-api.ts'

/**
 * Decides whether a test has a window that main must know about. A browser on a busy machine may not notify a
 * page that it is closed or reloaded; main then considers its window lost until the next one has attached.
 */
export class SettledWindows {
  /** For each window, the number of the page that is loading in it; null once it has attached. */
  readonly #loading = new Map<Page, number | null>()
  readonly #crashed = new Set<Page>()
  #loads = 0

  /** Must be called before anything is loaded in it. */
  watch(page: Page): void {
    this.#begin(page)
    page.on('crash', () => this.#crashed.add(page))
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#begin(page)
    })
    page.on('domcontentloaded', () => void this.#settle(page))
  }

  /** True if a window has attached and was not closed. A crashed one counts, because no test asked for that. */
  get isThereOne(): boolean {
    return [...this.#loading].some(
      ([page, load]) => this.#crashed.has(page) || (load === null && !page.isClosed()),
    )
  }

  /** True if a page is open, even if its window is still loading. */
  get isOneOpen(): boolean {
    return [...this.#loading.keys()].some((page) => !page.isClosed())
  }

  #begin(page: Page): void {
    this.#loads += 1
    this.#loading.set(page, this.#loads)
  }

  async #settle(page: Page): Promise<void> {
    const load = this.#loading.get(page) ?? null
    try {
      await invoke(page, 'app.info', {})
    } catch {
      // It was reloaded or closed in the meantime, or is not a page of Parley.
      return
    }
    if (this.#loading.get(page) === load) this.#loading.set(page, null)
  }
}
