import { completeStream, type ModelScript } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat, pickModel, pressButton } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'

/** Counts as many tokens as the last message asks for. */
const counted: ModelScript = (request) => {
  const said = JSON.stringify(request.body).matchAll(/This takes (?<tokens>\d+)/g)
  const promptTokens = Number([...said].at(-1)?.groups?.['tokens'])
  return {
    type: 'stream',
    steps: [
      { type: 'tokens', tokens: ['Counted.'] },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', promptTokens, completionTokens: 1 },
      { type: 'done' },
    ],
  }
}

test.use({
  appOptions: {
    models: {
      counted,
      other: completeStream([{ type: 'tokens', tokens: ['I am the other one.'] }]),
      stuck: completeStream([{ type: 'tokens', tokens: ['Going on.'] }, { type: 'silence' }]),
    },
  },
})

test('the field recalls sent messages, in chats, comparisons and panes', async ({ page }) => {
  await test.step('ArrowUp recalls messages from this chat, then from others, and Escape empties the field again', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Said elsewhere')
    await chat.answerThatIs('complete').waitFor()
    await chat.begin('fake/brief', 'Said here first')
    await chat.answerThatIs('complete').waitFor()
    await chat.ask('Said here\nin two lines')
    await expect(chat.questions).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toHaveCount(1)
    await chat.message.press('ArrowUp')
    await expect(chat.message).toHaveValue('Said here\nin two lines')
    // In a text of two lines, ArrowUp first moves the caret.
    await chat.message.press('ArrowUp')
    await expect(chat.message).toHaveValue('Said here\nin two lines')
    await chat.message.press('ArrowUp')
    await expect(chat.message).toHaveValue('Said here first')
    await chat.message.press('ArrowUp')
    await expect(chat.message).toHaveValue('Said elsewhere')
    await chat.message.press('ArrowDown')
    await expect(chat.message).toHaveValue('Said here first')
    await chat.message.press('Escape')
    await expect(chat.message).toHaveValue('')

    await chat.message.press('ArrowUp')
    await expect(chat.message).toHaveValue('Said here\nin two lines')
    await chat.message.press('End')
    await chat.message.pressSequentially(', and more')
    await chat.message.press('Home')
    await chat.message.press('ArrowUp')
    await expect(chat.message).toHaveValue('Said here\nin two lines, and more')
  })

  await test.step('what was recalled, completed and sent can be undone like typing', async () => {
    const chat = new Chat(page)
    const { message } = chat
    await message.fill('')
    await message.press('ArrowUp')
    await expect(message).toHaveValue('Said here\nin two lines')
    await message.press('ControlOrMeta+z')
    await expect(message).toHaveValue('')
    await message.pressSequentially('/und')
    await message.press('Tab')
    await expect(message).toHaveValue(/^\/undo/)
    await message.press('ControlOrMeta+z')
    await expect(message).toHaveValue('/und')
    await message.fill('Sent too soon')
    await message.press('Enter')
    await expect(message).toHaveValue('')
    await message.press('ControlOrMeta+z')
    await expect(message).toHaveValue('Sent too soon')
    await message.fill('')

    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await message.fill('A first message')
    await message.press('Enter')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await message.press('ControlOrMeta+z')
    await expect(message).toHaveValue('A first message')
    await message.press('ControlOrMeta+z')
    await expect(message).toHaveValue('')

    // The browser takes seconds to insert as many lines so that they can be undone.
    const text = `${'A line.\n'.repeat(3_000)}The last.`
    const { session } = await invoke(page, 'sessions.create', { model: 'fake/brief', title: 'Many lines' })
    await invoke(page, 'runs.send', { sessionId: session.id, text })
    await page.getByRole('link', { name: 'Many lines' }).click()
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await message.press('ArrowUp')
    await expect(message).toHaveValue(text)
    await message.press('Escape')
  })

  await test.step('a comparison and its panes recall sent messages, and an unknown command is not sent to all by mistake', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/other'])
    await compare.ask('Said to both')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    for (const field of [compare.message, compare.pane(2).message]) {
      await field.press('ArrowUp')
      await expect(field).toHaveValue('Said to both')
      await field.press('Escape')
      await expect(field).toHaveValue('')
    }

    await compare.message.fill('/nonsense')
    await compare.message.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Unknown command /nonsense')
    await expect(page.locator('article[data-role=user]')).toHaveCount(2)
    await compare.message.press('Enter')
    await expect(compare.message).toHaveValue('')
    for (const number of [1, 2]) {
      await expect(compare.pane(number).region.locator('article[data-role=user]').last()).toHaveText(
        /^\s*\/nonsense/,
      )
    }
  })
})

test('@ and a model asks that model once, Ctrl+Enter can send, and a chat that opens while a new one is created stays open', async ({
  app,
  page,
}) => {
  await test.step('@ and a model asks that model once, and the chat keeps its own', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'To my own model')
    await chat.answerThatIs('complete').waitFor()
    await chat.message.pressSequentially('@oth')
    await expect(page.getByRole('listbox', { name: 'Models' }).getByRole('option')).toHaveText([/other/])
    await chat.message.press('Enter')
    await expect(chat.message).toHaveValue('@fake/other ')
    await chat.message.pressSequentially('Who are you?')
    await expect(page.getByText('Enter to ask other')).toBeVisible()
    await chat.message.press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('I am the other one.')
    await expect(chat.answer.locator('[data-slot="metrics"]')).toContainText('other')
    await expect(chat.questions.last()).toHaveText(/^\s*Who are you\?/)
    const request = await requestOf(app.fake, 'other', 'Who are you?')
    expect(JSON.stringify(request.body)).not.toContain('@fake/other')
    await chat.ask('And now?')
    await requestOf(app.fake, 'brief', 'And now?')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('brief')
  })

  await test.step('regenerating an answer of a mentioned model asks the same model', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'To the model of this chat')
    await chat.answerThatIs('complete').waitFor()
    await chat.ask('@fake/other And who are you?')
    await expect(chat.answer).toContainText('I am the other one.')
    await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(chat.answer.getByRole('group', { name: 'Versions' })).toContainText('2 / 2')
    await expect(chat.answer).toContainText('I am the other one.')
    expect((await storedMessages(page)).at(-1)?.model).toBe('fake/other')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('brief')
  })

  await test.step('@ with an unknown name is plain text, and a mention without a message is not sent', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', '@john, have a look')
    await expect(chat.questions).toContainText('@john, have a look')
    await chat.answerThatIs('complete').waitFor()
    await chat.ask('@fake/other ')
    await expect(page.getByRole('alert')).toContainText('Type a message first')
    await expect(chat.message).toHaveValue('@fake/other ')
  })

  await test.step('a queued message keeps the model that it mentions', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stuck', 'Never done')
    await chat.answerThatIs('partial').or(chat.answerThatIs('streaming')).waitFor()
    await chat.message.fill('@fake/other Later')
    await chat.message.press('Enter')
    const waiting = page.getByRole('region', { name: 'Queue' })
    await expect(waiting.getByRole('listitem')).toContainText('to other')
    await waiting.getByRole('button', { name: 'Remove' }).click()
    await expect(chat.message).toHaveValue('@fake/other Later')
    await chat.message.press('Enter')
    await expect(waiting.getByRole('listitem')).toHaveCount(1)
    const { runs } = await invoke(page, 'runs.list', {})
    for (const { sessionId } of runs) await invoke(page, 'runs.stop', { sessionId })
    await expect(chat.answerThatIs('complete')).toContainText('I am the other one.')
    expect((await storedMessages(page)).at(-1)).toMatchObject({ model: 'fake/other' })
  })

  await test.step('if Ctrl+Enter sends, Enter breaks lines, in every field for messages', async () => {
    const settings = await openSettings(page, 'General')
    await settings.getByText('Ctrl+Enter', { exact: true }).click()
    await settings.getByRole('button', { name: 'Close', exact: true }).click()
    try {
      const chat = new Chat(page)
      await chat.beginByHand('fake/brief', 'Once')
      await chat.answerThatIs('complete').waitFor()
      await expect(page.getByText('Ctrl+Enter to send')).toBeVisible()
      await chat.message.pressSequentially('Two')
      await chat.message.press('Enter')
      await chat.message.pressSequentially('lines')
      await expect(chat.message).toHaveValue('Two\nlines')
      await chat.message.press('ControlOrMeta+Enter')
      await expect(chat.questions.last()).toContainText('Two\nlines')
      await expect(chat.answers).toHaveCount(2)
      await expect(chat.answer).toHaveAttribute('data-status', 'complete')
      await pressButton(chat.questions.last().getByRole('button', { name: 'Edit' }))
      const edit = page.getByRole('textbox', { name: 'Edit message' })
      await edit.press('Enter')
      await expect(edit).toHaveValue('Two\nlines\n')
      await expect(page.getByRole('button', { name: 'Resend', exact: true })).toBeEnabled()
      await edit.press('ControlOrMeta+Enter')
      await expect(edit).toHaveCount(0)
      await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
      await expect(page.getByText(/^Ctrl\+Enter to send to \d panes$/)).toBeVisible()
    } finally {
      await invoke(page, 'settings.set', { sendWith: 'enter' })
    }
  })

  await test.step('opening another chat while a new one is being created stays there', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'An older chat')
    await chat.answerThatIs('complete').waitFor()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await chat.message.fill('Begun in passing')
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    const older = await sessions.getByRole('link', { name: /An older chat/ }).elementHandle()
    // In the same turn: the other chat opens before the new one exists.
    await chat.send.evaluate((send, link) => {
      for (const pressed of [send, link]) (pressed as unknown as { click(): void }).click()
    }, older)
    await expect(sessions.getByRole('link', { name: /Begun in passing/ })).toBeVisible()
    await expect
      .poll(async () => {
        const listed = (await invoke(page, 'sessions.list', {})).sessions
        return listed.find(({ title }) => title === 'Begun in passing')?.running
      })
      .toBe(false)
    await expect(page.getByRole('heading', { level: 1, name: 'An older chat' })).toBeVisible()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(chat.message).toHaveValue('')
  })
})

test('settings apply to the next request of a chat, and the composer shows how full the context is', async ({
  app,
  page,
}) => {
  await test.step('applies valid model settings of a chat to its next request, and rejects invalid ones', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'As usual')
    await chat.answerThatIs('complete').waitFor()
    const button = page.getByRole('button', { name: 'Model settings' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: /Model settings/ })
    await expect(dialog.getByRole('textbox', { name: 'System prompt' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Be a pirate.')
    await dialog.getByRole('textbox', { name: 'Temperature' }).fill('0,3')
    await dialog.getByRole('textbox', { name: 'Top p' }).fill('7')
    await expect(dialog.getByRole('alert')).toHaveText('Enter a number from 0 to 1.')
    await dialog.getByRole('textbox', { name: 'Stop sequences' }).fill('END\n\\n\\n')
    // Closing at once must not lose the last keystrokes.
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute(
      'title',
      /system prompt, temperature 0\.3, stop sequences “END”, “\\n\\n”/,
    )
    await chat.ask('With settings')
    const request = await requestOf(app.fake, 'brief', 'With settings')
    expect(request.body).toMatchObject({ temperature: 0.3, stop: ['END', '\n\n'] })
    expect(request.body).not.toHaveProperty('top_p')
    expect(JSON.stringify(request.body)).toContain('Be a pirate.')

    await page.reload()
    await button.click()
    await expect(dialog.getByRole('textbox', { name: 'Temperature' })).toHaveValue('0.3')
    await dialog.getByRole('button', { name: 'Reset parameters' }).click()
    await dialog.getByRole('textbox', { name: 'System prompt' }).fill('')
    await page.keyboard.press('Escape')
    await expect(button).toHaveAttribute('title', 'Model settings')
  })

  await test.step('keeps the settings of a new chat while another chat is open', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Looked at in between')
    await chat.answerThatIs('complete').waitFor()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    const button = page.getByRole('button', { name: 'Model settings' })
    await button.click()
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Answer in rhymes.')
    await page.keyboard.press('Escape')
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    await sessions.getByRole('link', { name: /Looked at in between/ }).click()
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(button).toHaveAttribute('title', /system prompt/)
    await pickModel(page, page, 'fake/brief')
    await chat.ask('Waited for')
    const request = await requestOf(app.fake, 'brief', 'Waited for')
    expect(JSON.stringify(request.body)).toContain('Answer in rhymes.')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(button).toHaveAttribute('title', 'Model settings')
  })

  await test.step('a new chat applies settings that were made before its first message', async () => {
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('button', { name: 'Model settings' }).click()
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Speak in rhymes.')
    await page.getByRole('textbox', { name: 'Seed' }).fill('7')
    await page.keyboard.press('Escape')
    await chat.message.fill('@fake/brief From the beginning')
    await chat.message.press('Enter')
    const request = await requestOf(app.fake, 'brief', 'From the beginning')
    expect(request.body).toMatchObject({ seed: 7 })
    expect(JSON.stringify(request.body)).toContain('Speak in rhymes.')
    await chat.answerThatIs('complete').waitFor()
  })

  await test.step('the composer shows how full the context is, and says when a chat is too large', async () => {
    await invoke(page, 'providers.save', {
      id: 'sized',
      kind: 'anthropic',
      baseUrl: app.fake.baseUrl,
      apiKey: 'any',
    })
    const models = await invoke(page, 'models.list', { refresh: true })
    const model = models.models.find(({ id }) => id === 'sized/counted')
    expect(model?.facts?.contextTokens).toBe(200_000)
    const meter = page.getByRole('meter', { name: 'Context' })
    const chat = new Chat(page)
    await page.reload()
    await chat.begin('sized/counted', 'This takes 20000')
    await expect(meter).toHaveAttribute('aria-valuetext', /^About 20,000 of 200,000 tokens/)
    await chat.message.fill('x'.repeat(40_000))
    await expect(meter).toHaveAttribute('aria-valuenow', '15')
    await expect(meter).toHaveAttribute('data-fill', 'calm')
    await chat.message.fill('')
    await expect(meter).toHaveAttribute('aria-valuenow', '10')
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(40_000)) }
    await page.locator('input[type=file]').setInputFiles(notes)
    await expect(meter).toHaveAttribute('aria-valuenow', '15')
    await page.getByRole('button', { name: 'Remove notes.txt' }).click()
    await expect(meter).toHaveAttribute('aria-valuenow', '10')
    await chat.ask('This takes 170000')
    await expect(meter).toHaveAttribute('aria-valuenow', '85')
    await expect(meter).toHaveAttribute('data-fill', 'high')
    const warning = page.getByText(/This chat is too long for /)
    await expect(warning).toHaveCount(0)
    await chat.ask('This takes 210000')
    await expect(warning).toContainText('about 210,000 tokens, but the limit is 200,000')

    await page.getByRole('button', { name: 'What uses the context' }).click()
    const uses = page.getByRole('dialog', { name: 'Context' })
    await expect(uses.getByText('Messages')).toBeVisible()
    await uses.getByRole('button', { name: 'Compact chat…' }).click()
    const compact = page.getByRole('dialog', { name: 'Compact chat' })
    await expect(compact).toContainText('2 messages')
    await expect(compact).toContainText('Kept as is')
    await compact.getByRole('button', { name: 'Compact', exact: true }).click()
    const fold = page.getByRole('region', { name: 'Summary' })
    await expect(fold).toContainText('messages summarised')
    await expect(warning).toHaveCount(0)
    await fold.getByRole('button', { name: /messages summarised/ }).click()
    await expect(fold.locator('[data-slot="summary-text"]')).toBeVisible()
    await fold.getByRole('button', { name: 'Undo' }).click()
    await expect(fold).toContainText('not in use')
    await chat.begin('fake/brief', 'Of a model whose size nobody knows')
    await chat.answerThatIs('complete').waitFor()
    await expect(meter).toHaveCount(0)
    await invoke(page, 'providers.remove', { id: 'sized' })
  })
})
