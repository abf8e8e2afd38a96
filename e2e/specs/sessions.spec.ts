import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const held = completeStream([{ type: 'hold' }, { type: 'tokens', tokens: ['Here is the answer.'] }])

test.use({ appOptions: { models: { held } } })

function list(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Chats' })
}

function sidebar(page: Page): Locator {
  return page.getByRole('complementary')
}

test('chats can be renamed, deleted comparisons restored, and the list marks running chats and new answers', async ({
  page,
  app,
}) => {
  await test.step('a chat can be renamed in the list, and keeps its name', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Badly named')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    // The chat was open when the answer ended.
    await expect(list(page).getByRole('link', { name: 'Badly named' })).not.toContainText('New answer:')
    await list(page).getByRole('button', { name: 'Actions for Badly named' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Well named')
    await page.keyboard.press('Enter')
    await expect(list(page).getByRole('link', { name: 'Well named' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Well named' })).toBeVisible()
    // A later message does not rename it.
    await chat.ask('Something else altogether')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expect(list(page).getByRole('link', { name: 'Well named' })).toBeVisible()
    expect((await invoke(page, 'sessions.list', {})).sessions[0]?.title).toBe('Well named')
  })

  await test.step('Undo restores a deleted comparison', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief'])
    await compare.ask('Compared and deleted')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    const link = list(page).getByRole('link', { name: 'Compared and deleted' })
    await list(page).getByRole('button', { name: 'Actions for Compared and deleted' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted “Compared and deleted”')).toBeVisible()
    await expect(link).toBeHidden()
    // It is deleted at once: other windows do not list it either.
    expect((await invoke(page, 'compare.list', {})).comparisons.map(({ title }) => title)).not.toContain(
      'Compared and deleted',
    )
    await sidebar(page).getByRole('button', { name: 'Undo' }).click()
    await link.click()
    await expect(compare.pane(2).answer).toContainText('Here is the answer.')
  })

  await test.step('deleting a running chat closes its request, and the chat stays deleted', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Delete me running')
    const request = await requestOf(app.fake, 'stall', 'Delete me running')
    await request.waitForTokens(20)
    const link = list(page).getByRole('link', { name: 'Delete me running' })
    await link.focus()
    await page.keyboard.press('Delete')
    await request.closed
    await expect(link).toBeHidden()
    // The link is hidden before main has deleted the chat.
    await expect
      .poll(async () => (await invoke(page, 'sessions.list', {})).sessions.map(({ title }) => title))
      .not.toContain('Delete me running')
  })

  await test.step('the list marks a running chat, then one with a new answer, until it is opened', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/held', 'Marked in the list')
    const request = await requestOf(app.fake, 'held', 'Marked in the list')
    const link = list(page).getByRole('link', { name: 'Marked in the list' })
    await expect(link).toContainText('Answering:')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(link).toContainText('Answering:')
    request.goOn()
    await expect(link).toContainText('New answer:')
    await link.click()
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expect(link).not.toContainText('New answer:')
    await page.reload()
    await expect(link).toBeVisible()
    await expect(link).not.toContainText('New answer:')
  })

  await test.step('the list marks a comparison while one of its panes runs', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/stall'])
    await compare.ask('A marked comparison')
    const link = list(page).getByRole('link', { name: 'A marked comparison' })
    await expect(link).toContainText('Answering:')
    await compare.pane(2).stop.click()
    await expect(link).toContainText('Comparison:')
  })
})
