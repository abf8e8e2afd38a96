import type { Page } from '@playwright/test'

import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat, pickModel } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { samplePng } from '../../src/main/store/attachments/testing/sample-files.ts'
import { providerPresets } from '../../src/shared/models/provider-presets.ts'

const key = 'sk-of-a-family-4242'
const png = samplePng(60, 40)

const families = [
  { id: 'openai', name: 'OpenAI', model: 'o4-mini', pathOf: '' },
  { id: 'anthropic', name: 'Anthropic', model: 'claude-sonnet-4-5', pathOf: '' },
  // Its paths begin with /v1beta.
  { id: 'google', name: 'Google Gemini', model: 'gemini-2.5-flash', pathOf: 'beta' },
]

const thinksThenAnswers = completeStream([
  { type: 'tokens', tokens: ['Let me look', ' at it.'], field: 'reasoning_content' },
  { type: 'tokens', tokens: ['It is', ' a red square.'] },
])

test('OpenAI, Anthropic and Google Gemini are added with their keys, see an image, think, show costs and offer what they support', async ({
  startApp,
}) => {
  const served = await Promise.all(families.map(() => startFakeProvider({ apiKey: key })))
  const addresses = families.map(({ id, pathOf }, index) => [id, `${served[index]?.baseUrl ?? ''}${pathOf}`])
  const app = await startApp({
    provider: 'none',
    env: { PARLEY_PRESET_ADDRESSES: JSON.stringify(Object.fromEntries(addresses)) },
  })
  const desk = await app.openDesk()
  try {
    const page = await desk.openWindow()
    const chat = new Chat(page)
    for (const [index, { id, name, model }] of families.entries()) {
      await test.step(name, async () => {
        const provider = served[index]
        if (provider === undefined) throw new Error('a provider is missing')
        provider.script(model, thinksThenAnswers)
        if (id === 'openai') provider.script('gpt-4o', thinksThenAnswers)
        await addWithKey(page, name, key)
        await page.keyboard.press('Escape')
        await chat.beginByHand(`${id}/${model}`, 'Are you there?')
        await expect(chat.answerThatIs('complete')).toContainText('It is a red square.')
        const choosing = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Attach files' }).click()
        await (await choosing).setFiles([{ name: 'red.png', mimeType: 'image/png', buffer: png }])
        await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('60 × 40')
        await chat.ask('What is it?')
        await expect(chat.answers).toHaveCount(2)
        await expect(chat.answerThatIs('complete')).toContainText('It is a red square.')
        const { body, apiKey } = await requestOf(provider, model, 'What is it?')
        expect(JSON.stringify(body)).toContain(png.toString('base64'))
        expect(apiKey).toBe(key)

        await chat.answer.getByRole('button', { name: /^Thought/ }).click()
        await expect(chat.answer).toContainText('Let me look at it.')
        await expect(chat.answer.locator('[data-slot="metrics"]')).toContainText(/\d+ in, \d+ out/)
        await expect(chat.answer.getByTitle('Cost of this answer')).toHaveText(/\$/)
      })
    }

    await test.step('offers exactly the parameters that a model supports, and sends those that are set', async () => {
      const [openai] = served
      if (openai === undefined) throw new Error('a provider is missing')
      const dialog = page.getByRole('dialog', { name: /Model settings/ })
      await chat.beginByHand('openai/gpt-4o', 'Without thinking')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      await page.getByRole('button', { name: 'Model settings' }).click()
      await expect(dialog.getByLabel('Reasoning effort')).toHaveCount(0)
      await dialog.getByLabel('Temperature').fill('0.3')
      await page.keyboard.press('Escape')
      await chat.ask('A little warm')
      expect((await requestOf(openai, 'gpt-4o', 'A little warm')).body).toMatchObject({ temperature: 0.3 })
      await expect(chat.answerThatIs('complete')).toHaveCount(1)

      await pickModel(page, page, 'openai/o4-mini')
      await page.getByRole('button', { name: 'Model settings' }).click()
      await expect(dialog.getByLabel('Temperature')).toHaveCount(0)
      await expect(dialog).toContainText('Not supported by this model: temperature 0.3.')
      await dialog.getByLabel('Reasoning effort').selectOption('Low')
      await page.keyboard.press('Escape')
      await chat.ask('Think a little')
      const { body } = await requestOf(openai, 'o4-mini', 'Think a little')
      expect(body).toMatchObject({ store: false, reasoning: { effort: 'low' } })
      expect(body).not.toHaveProperty('temperature')
    })
  } finally {
    await desk.close()
    await app.close()
    for (const provider of served) await provider.close()
  }
})

test('two of the other listed providers are added with their own keys, answer, and get only their own', async ({
  startApp,
}) => {
  // What each of them is sent is shown by presets.test.ts.
  const others = providerPresets.filter(({ kind }) => kind === 'openai-compatible').slice(0, 2)
  const served = await startFakeProvider()
  const addresses = Object.fromEntries(others.map(({ id }) => [id, served.baseUrl]))
  const app = await startApp({
    provider: 'none',
    env: { PARLEY_PRESET_ADDRESSES: JSON.stringify(addresses) },
  })
  const desk = await app.openDesk()
  try {
    const page = await desk.openWindow()
    for (const { id, name } of others) await addWithKey(page, name, `sk-only-for-${id}`)
    await page.keyboard.press('Escape')
    const chat = new Chat(page)
    for (const { id, name } of others) {
      await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
      await pickModel(page, page, `${id}/brief`)
      await chat.ask(`Are you ${name}?`)
      await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
      const { authorization } = await requestOf(served, 'brief', `Are you ${name}?`)
      expect(authorization).toBe(`Bearer sk-only-for-${id}`)
    }
  } finally {
    await desk.close()
    await app.close()
    await served.close()
  }
})

/** Adds a listed provider in Settings and checks that its key works. */
async function addWithKey(page: Page, name: string, apiKey: string): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Settings' })
  if (!(await settings.isVisible())) await openSettings(page, 'Providers')
  await settings.getByRole('button', { name: `Add ${name}`, exact: true }).click()
  const field = settings.getByLabel(`API key for ${name}`)
  await field.fill(apiKey)
  await field.press('Enter')
  const row = settings.getByRole('list', { name: 'Your providers' }).getByRole('listitem')
  await expect(row.filter({ hasText: name })).toContainText(/Works: \d+ models in/)
}
