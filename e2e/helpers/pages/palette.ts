import type { Locator, Page } from '@playwright/test'

/** Search and commands, used without a mouse. */
export class Palette {
  readonly dialog: Locator
  readonly field: Locator
  readonly lines: Locator
  readonly active: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.dialog = page.getByRole('dialog', { name: 'Search and commands' })
    this.field = this.dialog.getByRole('combobox')
    this.lines = this.dialog.getByRole('option')
    this.active = this.dialog.getByRole('option', { selected: true })
  }

  /** The lines below a heading, such as Messages. */
  group(name: string): Locator {
    return this.dialog.getByRole('group', { name }).getByRole('option')
  }

  async open(keys = 'ControlOrMeta+k'): Promise<void> {
    await this.#page.keyboard.press(keys)
    await this.field.waitFor()
  }

  /** Opens it and types, in place of what it still shows. */
  async find(words: string): Promise<void> {
    await this.open()
    await this.field.fill(words)
  }

  /** Opens it, types, and runs the first entry. */
  async do(words: string, first: RegExp | string): Promise<void> {
    await this.find(words)
    await this.active.filter({ hasText: first }).waitFor()
    await this.#page.keyboard.press('Enter')
    await this.dialog.waitFor({ state: 'hidden' })
  }
}
