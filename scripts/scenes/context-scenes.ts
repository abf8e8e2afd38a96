import type { Page } from '@playwright/test'

import type { ModelScript } from '../../e2e/fake-provider/script.ts'
import { Chat } from '../../e2e/helpers/pages/chat.ts'
import type { LiveApp } from '../../e2e/helpers/live-app.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { Scene } from './scene.ts'

/** Says that it received as many tokens as the newest message names. */
export const contextModels: Readonly<Record<string, ModelScript>> = {
  counted: ({ body }) => {
    const named = [...JSON.stringify(body).matchAll(/This takes (?<tokens>\d+)/g)].at(-1)?.groups?.['tokens']
    return {
      type: 'stream',
      steps: [
        {
          type: 'tokens',
          tokens: ['The log is read from the last checkpoint, and what was committed is repeated.'],
        },
        { type: 'finish', reason: 'stop' },
        { type: 'usage', promptTokens: Number(named), completionTokens: 16 },
        { type: 'done' },
      ],
    }
  },
}

/** The space that a chat takes in the context, and a chat that is too long for it. */
export const contextScenes: Readonly<Record<string, Scene>> = {
  'chat-context-full': async (page, app) => {
    await addSized(page, app)
    const chat = new Chat(page)
    await chat.begin('sized/nearly-full', 'How much room is left?')
    await chat.answerThatIs('complete').waitFor()
    await chat.message.fill('And what is written now counts too.')
    await page.getByRole('meter', { name: 'Context' }).waitFor()
  },
  'chat-context-uses': async (page, app) => {
    await addSized(page, app)
    await tooLong(page)
    await page.getByRole('button', { name: 'What uses the context' }).click()
    await page.getByRole('dialog', { name: 'Context' }).getByText('Messages').waitFor()
  },
  'chat-compact': async (page, app) => {
    await addSized(page, app)
    await openCompact(page)
  },
  'chat-compacted': async (page, app) => {
    await addSized(page, app)
    await openCompact(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Compact', exact: true }).click()
    const fold = page.getByRole('region', { name: 'Summary' })
    await fold.getByRole('button', { name: /messages summarised/ }).click()
    await fold.locator('[data-slot="summary-text"]').waitFor()
  },
}

/** A provider whose models have a known size. */
async function addSized(page: Page, app: LiveApp): Promise<void> {
  await invoke(page, 'providers.save', {
    id: 'sized',
    kind: 'anthropic',
    name: 'Sized',
    baseUrl: app.fake.baseUrl,
    apiKey: 'any',
  })
  await invoke(page, 'models.list', { refresh: true })
  await page.reload()
}

async function tooLong(page: Page): Promise<void> {
  const chat = new Chat(page)
  await chat.begin('sized/counted', 'This takes 20000')
  await chat.answerThatIs('complete').waitFor()
  for (const [index, tokens] of [170_000, 210_000].entries()) {
    await chat.ask(`This takes ${tokens}`)
    await chat.answers
      .nth(index + 1)
      .and(page.locator('[data-status=complete]'))
      .waitFor()
  }
  await page.getByText(/This chat is too long for /).waitFor()
}

async function openCompact(page: Page): Promise<void> {
  await tooLong(page)
  await page.getByRole('button', { name: 'What uses the context' }).click()
  await page.getByRole('button', { name: 'Compact chat…' }).click()
  await page.getByRole('dialog', { name: 'Compact chat' }).getByText('Kept as is').waitFor()
}
