import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const key = 'sk-ant-first-run-4711'

test('a pasted key is recognised by its format, saved and tested, and its models answer', async ({
  startApp,
}) => {
  const anthropic = await startFakeProvider({ apiKey: key })
  const addresses = { anthropic: anthropic.baseUrl }
  const app = await startApp({
    provider: 'none',
    env: { PARLEY_PRESET_ADDRESSES: JSON.stringify(addresses) },
  })
  const desk = await app.openDesk()
  try {
    const window = await desk.openWindow()
    await expect(
      window.getByRole('heading', { name: 'Parley is ready. Add a model to start.' }),
    ).toBeVisible()
    await expect(window.getByText('No server found.')).toBeVisible()
    const withKey = window.getByRole('region', { name: 'With a key' })
    const field = withKey.getByLabel('API key')
    const provider = window.getByRole('combobox', { name: 'Provider of the key' })

    await field.fill('sk-ant-a-wrong-one')
    await expect(provider).toHaveValue('anthropic')
    await withKey.getByRole('button', { name: 'Save and test' }).click()
    await expect(window.getByText(/Anthropic rejected the key/)).toBeVisible()
    await expect(field).toHaveValue('sk-ant-a-wrong-one')

    await field.fill(key)
    await field.press('Enter')
    await expect(window.getByText(/^Anthropic works: \d+ models in/)).toBeVisible()
    await expect(field).toHaveValue('')
    expect(await window.content()).not.toContain(key)

    const chat = new Chat(window)
    await chat.beginByHand('anthropic/brief', 'With a key')
    await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
    await window.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(window.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible()
    await expect(field).toBeHidden()
    const starters = window.getByRole('list', { name: 'Earlier questions' })
    await starters.getByRole('button', { name: 'With a key' }).click()
    await expect(chat.message).toHaveValue('With a key')
    await expect(chat.message).toBeFocused()
    await expect(chat.questions).toHaveCount(0)
  } finally {
    await desk.close()
    await app.close()
    await anthropic.close()
  }
})

test.describe('without keys or servers', () => {
  // An address without a server: a key in the environment is tested at once.
  const nowhere = JSON.stringify({ openai: 'http://127.0.0.1:9/v1' })
  test.use({
    appOptions: {
      provider: 'none',
      env: { OPENAI_API_KEY: 'sk-proj-from-outside-9876', PARLEY_PRESET_ADDRESSES: nowhere },
    },
  })

  test('a key from the environment is only suggested, one in an unknown format asks for its provider, and the demo suggests a question', async ({
    page,
  }) => {
    const found = page.getByRole('region', { name: 'From the environment' })
    await expect(found).toContainText('OpenAI, with the key ••••9876 from OPENAI_API_KEY.')
    expect(await page.content()).not.toContain('from-outside')
    expect((await inspectState(page, 'first window')).violations).toEqual([])

    const provider = page.getByRole('combobox', { name: 'Provider of the key' })
    const withKey = page.getByRole('region', { name: 'With a key' })
    const save = withKey.getByRole('button', { name: 'Save and test' })
    await page.getByLabel('API key').fill('0123456789abcdef')
    await expect(provider).toHaveValue('')
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await provider.selectOption('Mistral')
    await expect(save).toHaveAttribute('aria-disabled', 'false')

    await page.getByRole('button', { name: 'Insert an example question' }).click()
    const { message, questions } = new Chat(page)
    await expect(message).toHaveValue('Show me what Parley can do.')
    await expect(message).toBeFocused()
    await expect(questions).toHaveCount(0)

    await message.fill('My own question')
    await page.getByRole('button', { name: 'Insert an example question' }).click()
    await expect(message).toBeFocused()
    await expect(message).toHaveValue('My own question')
  })

  test('an own server needs only its address, without a scheme and path, and a mistyped one is corrected in place', async ({
    page,
  }) => {
    const served = await startFakeProvider()
    try {
      const host = new URL(served.baseUrl).host
      const server = page.getByRole('region', { name: 'With your own server' })
      const address = server.getByLabel('Server address')
      // Small enough that the result would be below the edge.
      await page.setViewportSize({ width: 900, height: 600 })
      await address.fill('javascript:alert(1)')
      await address.press('Enter')
      await expect(server.getByRole('alert')).toContainText('This address is not valid.')
      await address.fill('127.0.0.1:10')
      await expect(server.getByText('Parley will use http://127.0.0.1:10/v1.')).toBeVisible()
      await address.press('Enter')
      await expect(server.getByText(/^Nothing is responding at 127\.0\.0\.1:10\./)).toBeInViewport()
      await expect(server.getByRole('button', { name: 'Save and test' })).toBeInViewport()
      await address.fill(host)
      await address.press('Enter')
      await expect(server.getByText(/ works: \d+ models in/)).toBeVisible()
      await expect(address).toHaveValue('')
      const { providers } = await invoke(page, 'providers.list', {})
      expect(providers.filter(({ origin }) => origin === 'configured')).toMatchObject([
        { name: host, baseUrl: `http://${host}/v1`, hasKey: false },
      ])
    } finally {
      await served.close()
    }
  })
})

test.describe('without anything', () => {
  test.use({ appOptions: { provider: 'none' } })

  test('a demo model answers, says that the answer is scripted, and names the chat in the list and in its title', async ({
    page,
  }) => {
    const chat = new Chat(page)
    await expect(page.getByRole('heading', { name: 'Parley is ready. Add a model to start.' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/scripted/)
    await chat.ask('# Plans for **Tuesday**\n\nand the days after it')
    // The answer takes ten seconds; its first section shows that Markdown is rendered.
    await expect(chat.answer.locator('h3').first()).toBeVisible()
    await expect(chat.answer).toContainText('scripted')
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
    expect(await chat.answer.innerText()).not.toContain('## ')
    await expect(page.getByRole('heading', { level: 1, name: 'Plans for Tuesday' })).toBeVisible()
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    await expect(sessions.getByRole('link', { name: 'Plans for Tuesday' })).toBeVisible()
  })

  test('the demo models are compared: the quick one disagrees, and Differences shows where', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Compare both models' }).click()
    const compare = new Compare(page)
    await expect(compare.message).toHaveValue('How high is Mont Blanc, and who climbed it first?')
    await compare.sendToAll.click()
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    await expect(compare.pane(1).answer).toContainText('1786')
    await expect(compare.pane(2).answer).toContainText('1787')
    await page.getByRole('button', { name: /^Differences/ }).click()
    const differences = page.getByRole('complementary', { name: 'Differences' })
    await expect(differences).toContainText('4,870 m')
    await expect(differences).toContainText('1787')
  })
})

test.describe('with a local server', () => {
  test.use({ appOptions: { provider: 'discovered' } })

  test('a server found on this computer is shown with its models, which answer without any setup', async ({
    page,
  }) => {
    await expect(page.getByRole('region', { name: 'On this computer' })).toContainText(
      /Found Local server with \d+ models/,
    )
    await expect(page.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible()
    const chat = new Chat(page)
    await chat.beginByHand('local/brief', 'Found by itself')
    await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
  })
})
