import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'

test.use({ appOptions: { provider: 'none' } })

test('a window without accounts answers, says that the answer is scripted, and names the chat in the list and in its title', async ({
  page,
}) => {
  await test.step('a window without accounts answers, and says that the answer is scripted', async () => {
    const chat = new Chat(page)
    await expect(page.getByRole('heading', { name: 'Parley is ready. Add a model to start.' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/scripted/)

    await chat.ask('What is a **parley**?')
    // The answer takes ten seconds; its first section shows that Markdown is rendered.
    await expect(chat.answer.locator('h3').first()).toBeVisible()
    await expect(chat.answer).toContainText('scripted')
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
    expect(await chat.answer.innerText()).not.toContain('## ')
  })

  await test.step("the first message names the chat, in the list and in the window's title", async () => {
    const chat = new Chat(page)
    await chat.beginByHand('demo/brief', '# Plans for **Tuesday**\n\nand the days after it')
    await expect(chat.answerThatIs('complete')).toBeVisible()

    await expect(page.getByRole('heading', { level: 1, name: 'Plans for Tuesday' })).toBeVisible()
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    await expect(sessions.getByRole('link', { name: 'Plans for Tuesday' })).toBeVisible()
    expect((await storedMessages(page)).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
  })
})
