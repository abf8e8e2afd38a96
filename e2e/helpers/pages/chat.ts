import { expect, type Locator, type Page } from '@playwright/test'

import { invoke, openByAddress } from './window-api.ts'

/** Finds and chooses a model in the picker of `place`, which is the whole window or one pane. */
export async function pickModel(page: Page, place: Page | Locator, modelId: string): Promise<void> {
  const field = place.getByRole('combobox', { name: 'Model' })
  await field.click()
  // Of a long list, only what is in view is drawn.
  await field.fill(modelId)
  await page.locator(`[role=option][data-model-id="${modelId}"]`).click()
}

/**
 * Presses a button by keyboard once it is enabled: actions that change a chat are disabled until its run is
 * over.
 */
export async function pressButton(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** The chat view, with its user's actions. */
export class Chat {
  readonly message: Locator
  readonly send: Locator
  readonly stop: Locator
  /** All answers, oldest first. */
  readonly answers: Locator
  readonly questions: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.message = page.getByRole('textbox', { name: 'Message', exact: true })
    this.send = page.getByRole('button', { name: 'Send', exact: true })
    this.stop = page.getByRole('button', { name: 'Stop', exact: true })
    this.answers = page.locator('article[data-role=assistant]')
    this.questions = page.locator('article[data-role=user]')
  }

  /** The newest answer. */
  get answer(): Locator {
    return this.answers.last()
  }

  /** The newest answer, if it has this status. */
  answerThatIs(status: 'streaming' | 'complete' | 'partial' | 'failed'): Locator {
    return this.answer.and(this.#page.locator(`[data-status=${status}]`))
  }

  /** Creates a chat with this model, opens it by its address, and sends its first message. */
  async begin(modelId: string, text: string): Promise<void> {
    const { session } = await invoke(this.#page, 'sessions.create', { model: modelId })
    await openByAddress(this.#page, 'chat', session.id)
    await this.message.fill(text)
    await this.message.press('Enter')
  }

  /** Begins a chat, and asks each further question once the one before it has been answered completely. */
  async beginAnswered(modelId: string, first: string, ...further: string[]): Promise<void> {
    await this.begin(modelId, first)
    await expect(this.answerThatIs('complete')).toBeVisible()
    for (const [index, text] of further.entries()) {
      await this.ask(text)
      await expect(this.answers).toHaveCount(index + 2)
      await expect(this.answerThatIs('complete')).toBeVisible()
    }
  }

  /** Like `begin`, but as a user would do it: in the view of a new chat, with its model picker. */
  async beginByHand(modelId: string, text: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await pickModel(this.#page, this.#page, modelId)
    await this.ask(text)
  }

  async ask(text: string): Promise<void> {
    await this.message.fill(text)
    await this.send.click()
  }
}
