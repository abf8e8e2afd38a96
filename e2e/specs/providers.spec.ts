import type { Page } from '@playwright/test'

import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { millionEachWay } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat, pickModel } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const key = 'sk-the-right-key-4242'

test.use({ appOptions: { provider: 'none', apiKey: key } })

async function removeProviders(page: Page): Promise<void> {
  for (const { id, origin } of (await invoke(page, 'providers.list', {})).providers) {
    if (origin === 'configured') await invoke(page, 'providers.remove', { id })
  }
}

test('a server is added without a scheme, tested, moved and chosen in Settings; a wrong key is explained and fixed, in Settings and from a chat', async ({
  app,
  page,
}) => {
  await test.step('a server can be added in Settings and tested, and answers; its key is never shown again', async () => {
    await removeProviders(page)
    const settings = await addServer(page, {
      name: 'My server',
      baseUrl: app.fake.baseUrl.replace('http://', ''),
      apiKey: key,
    })
    await expect(settings.getByText(/^Works: \d+ models in/)).toBeVisible()
    await expect(settings.getByText(/key ••••4242/)).toBeVisible()

    await settings.getByRole('button', { name: 'Edit My server' }).click()
    await expect(settings.getByLabel('API key')).toHaveValue('')
    await settings.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.content()).not.toContain(key)
    expect(JSON.stringify(await invoke(page, 'providers.list', {}))).not.toContain('the-right-key')

    await settings.getByRole('button', { name: 'Close', exact: true }).click()
    const chat = new Chat(page)
    await chat.beginByHand('my-server/brief', 'With my key')
    await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
    const request = await requestOf(app.fake, 'brief', 'With my key')
    expect(request.authorization).toBe(`Bearer ${key}`)
  })

  await test.step('Test explains what is wrong with a server', async () => {
    await removeProviders(page)
    const settings = await addServer(page, {
      name: 'Wrong',
      baseUrl: app.fake.baseUrl,
      apiKey: 'sk-wrong-1111',
    })
    // The user is already in Settings.
    await expect(settings.getByText('Wrong rejected the key (401). Enter a valid key.')).toBeVisible()
    await settings.getByRole('button', { name: 'Edit Wrong' }).click()
    await settings.getByLabel('API key').fill(key)
    await settings.getByRole('button', { name: 'Save and test' }).click()
    await expect(settings.getByText(/^Works: \d+ models in/)).toBeVisible()
    await settings.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('a key refused in a chat leads to Settings, and the right key fixes it', async () => {
    await removeProviders(page)
    const server = { id: 'mine', kind: 'openai-compatible' as const, name: 'Mine', baseUrl: app.fake.baseUrl }
    await invoke(page, 'providers.save', { ...server, apiKey: key })
    const chat = new Chat(page)
    await chat.beginByHand('mine/brief', 'The right key')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await invoke(page, 'providers.save', { ...server, apiKey: 'sk-expired-9999' })
    await chat.ask('A wrong key')
    const alert = chat.answerThatIs('failed').getByRole('alert')
    await expect(alert).toContainText('Mine rejected the key')

    await alert.getByRole('button', { name: 'Open Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings.getByLabel('API key')).toBeFocused()
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
    await expect(settings.getByText(/^Works: \d+ models in/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
    await alert.getByRole('button', { name: 'Regenerate' }).click()
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')
  })

  await test.step('a stored key is removed when its server gets another address', async () => {
    await removeProviders(page)
    const other = await startFakeProvider()
    try {
      const server = { id: 'moved', kind: 'openai-compatible' as const, name: 'Moved' }
      await invoke(page, 'providers.save', { ...server, baseUrl: app.fake.baseUrl, apiKey: key })
      const settings = await openSettings(page, 'Providers')
      await settings.getByRole('button', { name: 'Edit Moved' }).click()
      await settings.getByLabel('Base URL').fill('ftp://api.example.com')
      await settings.getByRole('button', { name: 'Save and test' }).click()
      await expect(settings.getByText(/^This address is not valid\./)).toBeVisible()
      await settings.getByLabel('Base URL').fill(other.baseUrl)
      await settings.getByRole('button', { name: 'Save and test' }).click()
      await expect(settings.getByText(/^Works: \d+ models in/)).toBeVisible()
      await expect(settings.getByText(/key ••••/)).toBeHidden()
      await settings.getByRole('button', { name: 'Close', exact: true }).click()
      const chat = new Chat(page)
      await chat.beginByHand('moved/brief', 'Without a key')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      expect((await requestOf(other, 'brief', 'Without a key')).authorization).toBeNull()
    } finally {
      await other.close()
    }
  })

  await test.step('the default model for new chats can be chosen in Settings', async () => {
    await removeProviders(page)
    await invoke(page, 'providers.save', {
      id: 'mine',
      kind: 'openai-compatible',
      name: 'Mine',
      baseUrl: app.fake.baseUrl,
      apiKey: key,
    })
    const settings = await openSettings(page, 'Models')
    await pickModel(page, settings, 'mine/steady')
    await expect(settings.getByRole('combobox', { name: 'Model' })).toHaveValue('steady')
    await settings.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('steady')
    await invoke(page, 'settings.set', { defaultModel: null })
  })

  await test.step('shows the address where keys are created before it is opened', async () => {
    await removeProviders(page)
    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Get a key for OpenRouter' }).click()
    const question = page.getByRole('dialog', { name: 'Open this link?' })
    await expect(question).toContainText('https://openrouter.ai/settings/keys')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(settings).toBeVisible()
  })
})

test('a known provider is added by pasting a key, and a wrong key is reported at once', async ({
  startApp,
}) => {
  const served = await startFakeProvider({ apiKey: key })
  const app = await startApp({
    provider: 'none',
    env: { PARLEY_PRESET_ADDRESSES: JSON.stringify({ mistral: served.baseUrl }) },
  })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    const settings = await openSettings(page, 'Providers')
    await expect(settings.getByText(/^No providers yet\./)).toBeVisible()
    await expect(settings.getByText(/protects against a casual look/)).toBeVisible()
    await settings.getByRole('button', { name: 'Add Mistral' }).click()
    const field = settings.getByLabel('API key for Mistral')
    await expect(field).toBeFocused()
    await field.fill('sk-wrong-1111')
    await field.press('Enter')
    await expect(settings.getByText(/Mistral rejected the key/)).toBeVisible()
    await settings.getByRole('button', { name: 'Edit Mistral' }).click()
    await settings.getByLabel('API key', { exact: true }).fill(key)
    await settings.getByRole('button', { name: 'Save and test' }).click()
    await expect(settings.getByText(/^Works: \d+ models in/)).toBeVisible()
    await expect(settings.getByText(/key ••••4242/)).toBeVisible()
    await expect(settings.getByRole('button', { name: 'Add Mistral' })).toBeHidden()
    expect(await page.content()).not.toContain(key)

    await settings.getByRole('button', { name: 'Remove Mistral' }).click()
    const question = settings.getByRole('group', { name: 'Remove Mistral?' })
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    // Later events must not move the focus back.
    await question.getByRole('button', { name: 'Remove' }).focus()
    await invoke(page, 'settings.set', { nameChats: false })
    await settings.getByRole('button', { name: 'Add DeepSeek' }).press('Enter')
    await expect(settings.getByLabel('API key for DeepSeek')).toBeFocused()
    await settings.getByRole('button', { name: 'Add DeepSeek' }).press('Enter')
    await expect(settings.getByRole('button', { name: 'Add DeepSeek' })).toBeFocused()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(settings.getByRole('button', { name: 'Add Mistral' })).toBeVisible()
    await desk.close()
  } finally {
    await app.close()
    await served.close()
  }
})

test('shows the name of a key from the environment, uses it at once, and prices its answers', async ({
  startApp,
}) => {
  const served = await startFakeProvider({ apiKey: key })
  served.script('llama-3.3-70b-versatile', millionEachWay)
  const app = await startApp({
    provider: 'none',
    env: { GROQ_API_KEY: key, PARLEY_PRESET_ADDRESSES: JSON.stringify({ groq: served.baseUrl }) },
  })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    await invoke(page, 'settings.set', { nameChats: false })
    const settings = await openSettings(page, 'Providers')
    await expect(settings.getByText('key ••••4242 from GROQ_API_KEY')).toBeVisible()
    await expect(settings.getByRole('button', { name: 'Remove Groq' })).toBeHidden()
    await settings.getByRole('button', { name: 'Test Groq' }).click()
    await expect(settings.getByText(/^Works: \d+ models in/)).toBeVisible()
    await page.keyboard.press('Escape')

    const chat = new Chat(page)
    await chat.beginByHand('groq/llama-3.3-70b-versatile', 'What do you cost?')
    await expect(chat.answerThatIs('complete')).toContainText('Priced.')
    const { sessions } = await invoke(page, 'sessions.list', {})
    const sessionId = sessions[0]?.id
    if (sessionId === undefined) throw new Error('the chat is not in the list')
    expect((await invoke(page, 'sessions.usage', { sessionId })).costUsd).toBeCloseTo(1.38, 6)
    await desk.close()
  } finally {
    await app.close()
    await served.close()
  }
})

async function addServer(page: Page, server: { name: string; baseUrl: string; apiKey: string }) {
  const settings = await openSettings(page, 'Providers')
  await settings.getByRole('button', { name: 'Add another server' }).click()
  await settings.getByLabel('Name').fill(server.name)
  await settings.getByLabel('Base URL').fill(server.baseUrl)
  await settings.getByLabel('API key').fill(server.apiKey)
  await settings.getByRole('button', { name: 'Save and test' }).click()
  return settings
}
