import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import { agentTest, commandsOfAgents, openAgentChat, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { decidePermanently } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'

const test = agentTest()

function cardOf(page: Page): Locator {
  return page.getByRole('group', { name: 'Permission needed' })
}

test('removes a request from one window once it is answered in the other', async ({
  page,
  folder,
  openWindow,
}) => {
  const chat = new Chat(page)
  await openAgentChat(page, { model: 'claude-code/default', folder })
  await chat.ask('run touch decided\nsay It was decided.')
  await cardOf(page).waitFor()
  const other = await openWindow()
  await other.goto(page.url())
  await cardOf(other).getByRole('button', { name: 'Allow once' }).click()
  await expect(cardOf(page)).toBeHidden()
  await expect(chat.answerThatIs('complete')).toContainText('It was decided.')
  await expect(new Chat(other).answerThatIs('complete')).toContainText('Allowed once')
})

test('a command runs only after it was allowed, once, for a chat or for a folder; a denied one does not run, and Stop withdraws the question', async ({
  page,
  fakes,
  folder,
}) => {
  await test.step('withdraws a pending request on Stop: nothing runs, and nothing is left to decide', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run touch never\nsay Never.')
    await cardOf(page).waitFor()
    await chat.stop.click()
    await expect(chat.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
      'title',
      /process ended/,
    )
    await expect(cardOf(page)).toBeHidden()
    await expect(chat.answer.getByRole('group', { name: /touch never/ })).toContainText('Withdrawn')
    expect(processesOfAgents(fakes, folder)).toEqual([])
    expect(existsSync(join(folder, 'never'))).toBe(false)
    const [, answer, ...others] = await storedMessages(page)
    expect(others).toEqual([])
    expect(answer?.parts).toMatchObject([{ type: 'tool-call', approval: 'withdrawn', state: 'cancelled' }])

    await chat.ask('say Here again.')
    await expect(chat.answerThatIs('complete')).toContainText('Here again.')
    expect(commandsOfAgents(fakes, folder)).toEqual([])
  })

  await test.step('shows a command in full, and runs it only after it was allowed, by keyboard', async () => {
    const command = `touch ${join(folder, 'made-here')} && echo ${'a very long word '.repeat(40)}end-of-it`
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.message.fill(`run ${command}\nsay It ran.`)
    await chat.message.press('Enter')
    const card = cardOf(page)
    await expect(card.getByRole('group', { name: 'Command' })).toHaveText(command)
    await expect(card).toContainText(folder)
    // The approval must not take the focus from someone who is typing.
    await expect(chat.message).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('Needs your decision')
    expect(existsSync(join(folder, 'made-here'))).toBe(false)

    await card.getByRole('button', { name: 'Allow once' }).focus()
    await page.keyboard.press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('It ran.')
    await expect(card).toBeHidden()
    expect(existsSync(join(folder, 'made-here'))).toBe(true)
    await expect(chat.answer).toContainText('Allowed once')
  })

  await test.step('does not run a denied command, and the agent continues', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run touch never\nsay Then without it.')
    await cardOf(page).getByRole('button', { name: 'Deny' }).click()
    await expect(chat.answerThatIs('complete')).toContainText('Then without it.')
    await expect(chat.answer.getByRole('group', { name: /touch never/ })).toContainText('Denied')
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  await test.step('does not ask again in a chat for which a command was allowed, but asks in another one', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo again >> count\nsay Once.')
    await cardOf(page).getByRole('button', { name: 'Allow in this chat' }).click()
    await expect(chat.answerThatIs('complete')).toContainText('Once.')
    await chat.ask('run echo again >> count\nsay Twice.')
    await expect(chat.answerThatIs('complete')).toContainText('Twice.')
    await expect(chat.answer).toContainText('Previously allowed (this chat)')
    await chat.ask('run echo another >> count\nsay Thrice.')
    await cardOf(page).getByText('echo another').waitFor()
    await cardOf(page).getByRole('button', { name: 'Deny' }).click()
    await expect(chat.answerThatIs('complete')).toContainText('Thrice.')
    expect((await invoke(page, 'consents.list', {})).consents).toEqual([])

    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo again >> count')
    await expect(cardOf(page)).toBeVisible()
  })

  await test.step('allows a command in every chat of the folder after "Always allow", until that is revoked', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo always >> count\nsay Once.')
    await decidePermanently(page, cardOf(page), 'Always allow in this folder')
    await expect(chat.answerThatIs('complete')).toContainText('Once.')
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo always >> count\nsay Twice.')
    await expect(chat.answerThatIs('complete')).toContainText('Twice.')
    await expect(chat.answer).toContainText('Previously allowed (always)')

    const { consents } = await invoke(page, 'consents.list', {})
    expect(consents).toMatchObject([{ agentId: 'claude-code', folder, what: 'echo always >> count' }])
    await invoke(page, 'consents.remove', { consentId: consents[0]?.id ?? '' })
    await chat.ask('run echo always >> count')
    await expect(cardOf(page)).toBeVisible()
  })

  await test.step('denies a command in every chat of the folder after "Never allow", without asking', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo refused >> count\nsay Then without it.')
    await decidePermanently(page, cardOf(page), 'Never allow in this folder')
    await expect(chat.answerThatIs('complete')).toContainText('Then without it.')
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo refused >> count\nsay Still without it.')
    await expect(chat.answerThatIs('complete')).toContainText('Still without it.')
    await expect(chat.answer).toContainText('Never allowed')
    expect((await invoke(page, 'consents.list', {})).consents).toMatchObject([
      { decision: 'never', what: 'echo refused >> count' },
    ])
  })
})
