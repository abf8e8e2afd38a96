import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

test.use({
  appOptions: {
    models: {
      counted: completeStream([{ type: 'tokens', tokens: ['One', ' two', ' three'] }]),
    },
  },
})

// Keeps the cost of generating titles out of the totals.
test.beforeEach(({ page }) => invoke(page, 'settings.set', { nameChats: false }))

/** The lines of the list that a slash opens. */
function linesOf(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
}

async function type(chat: Chat, command: string): Promise<void> {
  await chat.message.fill(command)
  await chat.message.press('Enter')
}

test('commands are found, completed and listed; they undo, change the model, open views and export; an unknown one is sent only after a confirmation', async ({
  page,
  app,
}) => {
  await test.step('finds and completes commands by keyboard, and keeps the accessible role of the field', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A question')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.message.focus()
    await page.keyboard.type('/')
    await expect(linesOf(page)).toHaveCount(12)
    const firstLine = await linesOf(page).first().getAttribute('id')
    await expect(chat.message).toHaveAttribute('aria-activedescendant', firstLine ?? '')
    await page.keyboard.press('ArrowUp')
    await expect(linesOf(page).last()).toHaveAttribute('aria-selected', 'true')

    await page.keyboard.type('us')
    await expect(linesOf(page)).toHaveText([/^\/usage/])
    await page.keyboard.press('Escape')
    await expect(linesOf(page)).toHaveCount(0)
    await expect(chat.message).toHaveValue('/us')
    await page.keyboard.type('a')
    await page.keyboard.press('Tab')
    await expect(chat.message).toHaveValue('/usage')
    await expect(chat.message).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Usage' })).toBeVisible()
    await expect(chat.message).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Usage' })).toBeHidden()
  })

  await test.step("/status and /usage show main's numbers, and are not messages", async () => {
    const chat = new Chat(page)
    await chat.begin('fake/counted', 'Count for me')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await type(chat, '/status')
    const status = page.getByRole('region', { name: 'Status' })
    await expect(status).toContainText('Messages2')
    await expect(status).toContainText('ActivityIdle')
    await expect(status).toContainText('FolderNone')
    await type(chat, '/usage')
    const usage = page.getByRole('region', { name: 'Usage' })
    await expect(usage).toContainText('Output3 tokens')
    await expect(usage).toContainText('Cost$0.00')
    await expect(status).toBeHidden()
    await usage.getByRole('button', { name: 'Close' }).click()
    await expect(usage).toBeHidden()
    await expect(chat.message).toBeFocused()
    expect((await storedMessages(page)).map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  await test.step('/help lists the commands and the shortcuts, and covers nothing after it is closed', async () => {
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    const before = await chat.message.boundingBox()
    await type(chat, '/help')
    const help = page.getByRole('region', { name: 'Help' })
    await expect(help).toContainText('/export format')
    await expect(help).toContainText('Shift+Enter')
    // It overlays the page: nothing moves.
    expect(await chat.message.boundingBox()).toEqual(before)
    await help.getByRole('button', { name: 'Close' }).press('Escape')
    await expect(help).toBeHidden()
    await expect(chat.message).toBeFocused()
  })

  await test.step('sends an unknown command only after a confirmation', async () => {
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await type(chat, '/status')
    await expect(page.getByRole('alert')).toContainText('There are no messages yet.')
    await expect(chat.message).toHaveValue('/status')

    await type(chat, '/foo one')
    await expect(page.getByRole('alert')).toContainText('Unknown command /foo.')
    await expect(chat.questions).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(chat.questions).toHaveText([/\/foo one/])
    await expect(chat.answerThatIs('complete')).toBeVisible()

    await type(chat, '/foo two')
    await page.getByRole('button', { name: 'Send as a message' }).click()
    await expect(chat.questions).toHaveCount(2)
    await type(chat, '//undo is a command')
    await expect(chat.questions).toHaveCount(3)
    await type(chat, ' /undo alone')
    await expect(chat.questions).toHaveCount(4)
    await type(chat, '/etc/hosts is a file')
    await expect(chat.questions).toHaveCount(5)
    await expect(chat.answerThatIs('complete')).toHaveCount(1)
    await expect(chat.send).toBeVisible()
    const asked = (await storedMessages(page)).filter(({ role }) => role === 'user').map(messageText)
    expect(asked).toEqual([
      '/foo one',
      '/foo two',
      '/undo is a command',
      ' /undo alone',
      '/etc/hosts is a file',
    ])
    expect(app.fake.openSockets).toBe(0)
  })

  await test.step('/retry edits the last message, and /undo can be reverted', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'The first question')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.ask('The second question')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toHaveCount(1)
    await expect(chat.send).toBeVisible()

    await type(chat, '/retry')
    const field = page.getByRole('textbox', { name: 'Edit message' })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('The second question')
    await field.press('Escape')
    await expect(chat.message).toBeFocused()

    await type(chat, '/undo')
    await expect(chat.questions).toHaveText([/The first question/])
    await type(chat, '/undo')
    await expect(chat.questions).toHaveCount(0)
    await expect(page.getByText('Removed “The first question”')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).first().click()
    await expect(chat.questions.first()).toContainText('The first question')

    for (let left = await chat.questions.count(); left > 0; left -= 1) {
      await type(chat, '/undo')
      await expect(chat.questions).toHaveCount(left - 1)
    }
    await type(chat, '/undo')
    await expect(page.getByRole('alert')).toContainText('nothing to undo')
    await expect(chat.message).toHaveValue('/undo')
  })

  await test.step('/model completes names, and the chosen model answers the next message', async () => {
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await chat.message.fill('/model counted')
    await expect(linesOf(page)).toHaveText([/^fake\/counted/])
    await chat.message.press('Enter')
    await expect(chat.message).toHaveValue('/model fake/counted')
    await chat.message.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('counted')
    await chat.ask('Whose answer is this?')
    await requestOf(app.fake, 'counted', 'Whose answer is this?')
    await expect(chat.answerThatIs('complete')).toBeVisible()

    await type(chat, '/model fake/brief')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('brief')
    await chat.ask('And this?')
    await requestOf(app.fake, 'brief', 'And this?')
    // The start of a run withdraws what was refused before.
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await type(chat, '/model nobody')
    await expect(page.getByRole('alert')).toContainText('“nobody” does not match exactly one model')
  })

  await test.step('/export saves the chat as a file', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'To be taken along')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    for (const [format, ending] of [
      ['json', /\.json$/],
      ['markdown', /\.md$/],
      ['html', /\.html$/],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await type(chat, `/export ${format}`)
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(ending)
      expect(await readFile(await download.path(), 'utf8')).toContain('To be taken along')
    }
    await type(chat, '/export pdf')
    await expect(page.getByRole('alert')).toContainText('json, markdown or html')
  })

  await test.step('/compare opens a comparison with the last question, and /new opens a new chat', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'What is the best of both?')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await type(chat, '/compare')
    const toAll = page.getByRole('textbox', { name: 'Message all panes' })
    await expect(toAll).toHaveValue('What is the best of both?')
    await toAll.fill('')
    await page.goBack()
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await type(chat, '/new')
    await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
    await expect(chat.message).toHaveValue('')
  })
})
