import type { Locator, Page } from '@playwright/test'

import { pickModel } from './chat.ts'
import { invoke, openByAddress } from './window-api.ts'

/** All texts of a pane's status. */
export type PaneStatus =
  | 'Idle'
  | 'Waiting for its turn'
  | 'Waiting'
  | 'Streaming'
  | 'Done'
  | 'Stopped'
  | 'Failed'

const paneName = /^Pane [A-H]$/

/** One pane of the comparison view, by its place: 1 is the first. */
export class Pane {
  readonly region: Locator
  readonly status: Locator
  readonly stop: Locator
  readonly message: Locator
  readonly answers: Locator
  readonly #page: Page

  constructor(page: Page, number: number) {
    this.#page = page
    this.region = page.getByRole('region', { name: paneName }).nth(number - 1)
    this.status = this.region.getByRole('status')
    this.stop = this.region.getByRole('button', { name: 'Stop pane' })
    this.message = this.region.getByRole('textbox', { name: /^Message pane / })
    this.answers = this.region.locator('article[data-role=assistant]')
  }

  /** The newest answer. */
  get answer(): Locator {
    return this.answers.last()
  }

  pickModel(modelId: string): Promise<void> {
    return pickModel(this.#page, this.region, modelId)
  }
}

/** The comparison view, with its user's actions. */
export class Compare {
  readonly message: Locator
  readonly sendToAll: Locator
  readonly stopAll: Locator
  readonly addPane: Locator
  readonly panes: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.message = page.getByRole('textbox', { name: 'Message all panes' })
    this.sendToAll = page.getByRole('button', { name: 'Send to all' })
    this.stopAll = page.getByRole('button', { name: 'Stop all' })
    this.addPane = page.getByRole('button', { name: 'Add pane' })
    this.panes = page.getByRole('region', { name: paneName })
  }

  pane(number: number): Pane {
    return new Pane(this.#page, number)
  }

  /** Creates a comparison of these models and opens it by its address, without sending anything. */
  async begin(modelIds: readonly string[], { isBlind = false } = {}): Promise<void> {
    const { comparison } = await invoke(this.#page, 'compare.create', { models: [...modelIds], isBlind })
    await openByAddress(this.#page, 'compare', comparison.id)
    await this.pane(modelIds.length).region.waitFor()
  }

  /** Sets up a new comparison as a user would, pane by pane. It is stored once a message is sent. */
  async beginByHand(modelIds: readonly string[]): Promise<void> {
    await this.#page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await this.panes.first().waitFor()
    for (let count = await this.panes.count(); count < modelIds.length; count += 1) {
      await this.addPane.click()
      await this.pane(count + 1).region.waitFor()
    }
    for (let count = await this.panes.count(); count > modelIds.length; count -= 1) {
      await this.pane(count).region.getByRole('button', { name: 'Remove pane' }).click()
      await this.pane(count).region.waitFor({ state: 'detached' })
    }
    for (const [position, modelId] of modelIds.entries()) await this.pane(position + 1).pickModel(modelId)
  }

  async ask(text: string): Promise<void> {
    await this.message.fill(text)
    await this.sendToAll.click()
  }
}
