import { fileURLToPath } from 'node:url'

import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { completeStream } from '../fake-provider/script.ts'
import { callingAnswer, toolSteps } from '../fake-provider/tool-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { agreeUnseen, decidePermanently } from '../helpers/pages/approvals.ts'
import { Chat, pickModel } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

const fakeServer = fileURLToPath(new URL('../fake-mcp/fake-mcp.ts', import.meta.url))
const questionsIn = ({ body }: FakeRequest) =>
  (body as { messages: { role: string }[] }).messages.filter(({ role }) => role === 'user').length
const said = (text: string) => completeStream([{ type: 'tokens', tokens: [text] }])

test.use({
  appOptions: {
    models: {
      calculator: toolSteps(
        callingAnswer({ name: 'code_run', input: { code: '6 * 7' } }),
        said('The result is 42.'),
      ),
      looper: toolSteps(callingAnswer({ name: 'code_run', input: { code: 'for (;;);' } })),
      reader: (request) =>
        toolSteps(
          callingAnswer({ name: 'notes__echo', input: { text: 'Tea at five' } }),
          said(`That was answer ${questionsIn(request)}.`),
        )(request),
    },
  },
})

test('tools are turned on by keyboard alone, stay on with another model, and the whole loop is shown; Stop ends code that runs for ever', async ({
  page,
}) => {
  const chat = new Chat(page)
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await pickModel(page, page, 'fake/calculator')
  await expect(chat.message).toBeFocused()
  await page.keyboard.press('Alt+W')
  const tools = page.getByRole('dialog', { name: 'Tools' })
  await expect(tools.getByRole('switch', { name: 'Web' })).toBeFocused()
  const code = tools.getByRole('switch', { name: 'Run code' })
  while (!(await code.evaluate((element) => element === element.ownerDocument.activeElement))) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Space')
  await expect(code).toBeChecked()
  expect((await inspectState(page, 'tools')).violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(tools).toBeHidden()
  await expect(page.getByRole('button', { name: 'Tools: 1 on' })).toBeFocused()

  await page.keyboard.press('Alt+I')
  await page.keyboard.type('What is six times seven?')
  await page.keyboard.press('Enter')
  await expect(chat.answerThatIs('complete')).toContainText('The result is 42.')
  const call = chat.answer.locator('[data-slot="tool"]')
  await call.getByRole('button').first().press('Enter')
  await expect(call).toContainText('6 * 7')
  await expect(call).toContainText('42')

  await pickModel(page, page, 'fake/brief')
  await expect(page.getByRole('button', { name: 'Tools: 1 on' })).toBeVisible()

  await test.step('Stop ends code that runs for ever, and the receipt says when', async () => {
    const { session } = await invoke(page, 'sessions.create', {
      model: 'fake/looper',
      tools: { enabled: ['code.run'] },
    })
    await openByAddress(page, 'chat', session.id)
    await chat.ask('Count to infinity')
    await expect(chat.answer.locator('[data-slot="tool"]')).toContainText('Running')
    await chat.stop.click()
    await chat.answer.getByRole('button', { name: 'Stopped', exact: true }).click()
    await expect(chat.answer.locator('[data-slot="receipt"]')).toContainText(/code\.run ended \d/)
  })
})

test('a server is added by pasting its JSON, confirmed outside the window, and used after a question or a permanent decision', async ({
  app,
  page,
}) => {
  const settings = await openSettings(page, 'Tools')
  await settings.getByRole('button', { name: 'Paste JSON' }).press('Enter')
  const server = { command: process.execPath, args: [fakeServer] }
  await page.keyboard.insertText(JSON.stringify({ mcpServers: { notes: server } }))
  const form = settings.getByRole('form', { name: 'Paste JSON' })
  await form.getByRole('button', { name: 'Add' }).press('Enter')
  const row = settings.getByRole('list', { name: 'MCP servers' }).getByRole('listitem')
  await expect(row).toContainText('Not started yet')
  await row.getByRole('button', { name: 'Start notes' }).press('Enter')
  await agreeUnseen(app, page)
  await expect(row).toContainText('Running')
  await expect(row).toContainText('15 tools')
  await row.getByRole('button', { name: 'Tools and log of notes' }).press('Enter')
  await expect(row.getByRole('switch', { name: 'Add numbers' })).toBeChecked()
  expect((await inspectState(page, 'settings of tools')).violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()

  const chat = new Chat(page)
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await pickModel(page, page, 'fake/reader')
  await page.keyboard.press('Alt+W')
  await page.getByRole('switch', { name: 'notes' }).click()
  await expect(page.getByRole('button', { name: 'Tools: 15 on' })).toBeVisible()
  await page.keyboard.press('Escape')
  await chat.ask('Read my notes')
  const card = page.getByRole('group', { name: 'Permission needed' })
  await expect(card).toContainText('Tea at five')
  await card.getByRole('button', { name: 'Allow once' }).press('Enter')
  await expect(chat.answerThatIs('complete')).toContainText('That was answer 1.')

  await test.step('does not ask again once the tool is always allowed, until that is revoked in Settings', async () => {
    await chat.ask('Read them again')
    await decidePermanently(page, card, 'Always allow this tool')
    await expect(chat.answerThatIs('complete')).toContainText('That was answer 2.')
    await chat.ask('And again')
    await expect(chat.answerThatIs('complete')).toContainText('That was answer 3.')
    await expect(chat.answer).toContainText('Previously allowed (always)')
    const permanent = (await openSettings(page, 'Tools')).getByRole('list', { name: 'Permanent decisions' })
    await expect(permanent.getByRole('listitem')).toHaveText([
      /^echo of the server notes.*Allowed.*last used/,
    ])
    await permanent.getByRole('button', { name: 'Revoke: echo of the server notes' }).press('Enter')
    await expect(permanent.getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(permanent).toBeHidden()
  })

  await test.step('denies without asking once the tool is never allowed', async () => {
    await chat.ask('Read them once more')
    await decidePermanently(page, card, 'Never allow this tool')
    await expect(chat.answerThatIs('complete')).toContainText('That was answer 4.')
    await chat.ask('Please')
    await expect(chat.answerThatIs('complete')).toContainText('That was answer 5.')
    await expect(chat.answer).toContainText('Never allowed')
    await expect(card).toHaveCount(0)
  })
})
