import { expect } from '../fixtures.ts'
import { agentTest, openAgentChat } from '../helpers/pages/agent-test.ts'
import { agreeUnseen, decidePermanently } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const test = agentTest()

test('lists lasting permissions and those of one chat, and asks again once they are removed', async ({
  app,
  page,
  folder,
}) => {
  await test.step('lists what is allowed in one chat with that chat, and asks again once it is removed', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo chatted >> count\nsay Kept.')
    const card = page.getByRole('group', { name: 'Permission needed' })
    await card.getByRole('button', { name: 'Allow in this chat' }).click()
    await expect(chat.answerThatIs('complete')).toContainText('Kept.')

    const settings = await openSettings(page, 'Tools')
    const allowed = settings.getByRole('list', { name: 'Allowed in one chat' }).getByRole('listitem')
    await expect(allowed).toHaveText([/^echo chatted >> count.*Allowed.*in the chat “run echo chatted/])
    await settings.getByRole('button', { name: 'Revoke: echo chatted >> count' }).click()
    await expect(allowed).toHaveCount(0)
    await page.keyboard.press('Escape')

    await chat.ask('run echo chatted >> count\nsay Kept again.')
    await expect(card).toBeVisible()
  })

  await test.step('lists every lasting permission in one place, and asks again once it is removed', async () => {
    const chat = new Chat(page)
    await openAgentChat(page, { model: 'claude-code/default', folder })
    await chat.ask('run echo kept >> count\nsay Kept.')
    const card = page.getByRole('group', { name: 'Permission needed' })
    await decidePermanently(page, card, 'Always allow in this folder')
    await expect(chat.answerThatIs('complete')).toContainText('Kept.')

    await openAgentChat(page, { model: 'claude-code/default', folder, permission: 'unlimited' })
    await chat.ask('say Free.')
    await agreeUnseen(app, page)
    await expect(chat.answerThatIs('complete')).toContainText('Free.')

    const settings = await openSettings(page, 'Tools')
    const allowed = settings.getByRole('list', { name: 'Permanent decisions' }).getByRole('listitem')
    await expect(allowed).toHaveText([/^Full access/, /^echo kept >> count/])
    await expect(allowed.first()).toContainText(folder)
    await settings.getByRole('button', { name: 'Revoke: Full access' }).click()
    await expect(allowed).toHaveText([/^echo kept >> count/])
    expect((await invoke(page, 'consents.list', {})).consents).toHaveLength(1)
    await page.keyboard.press('Escape')

    await chat.ask('say Free again.')
    if (app.dialogs === null) await expect(page.getByRole('link', { name: 'Review request' })).toBeVisible()
    else await app.dialogs.press('Deny')
  })
})
