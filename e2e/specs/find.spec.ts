import type { Page } from '@playwright/test'

import { completeStream, saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({
  appOptions: {
    models: {
      words: saying('Nothing of note.'),
      thinker: completeStream([
        { type: 'tokens', tokens: ['A pangolin comes to mind.'], field: 'reasoning' },
        { type: 'tokens', tokens: ['I would not know.'] },
      ]),
      stuck: completeStream([{ type: 'tokens', tokens: ['Going on.'] }, { type: 'silence' }]),
    },
  },
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Find in chat' })
const status = (page: Page) => page.getByRole('search', { name: 'Find in chat' }).getByRole('status')

/** Highlighted texts, by the name of the highlight. */
function highlighted(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const { CSS } = globalThis as unknown as { CSS: { highlights: Iterable<[string, Iterable<unknown>]> } }
    return Object.fromEntries([...CSS.highlights].map(([name, ranges]) => [name, [...ranges].map(String)]))
  })
}

async function importChat(
  page: Page,
  title: string,
  count: number,
  needles: readonly number[],
): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: needles.includes(index + 1) ? `Message ${index + 1} has a **needle**.` : `Message ${index + 1}.`,
  }))
  await invoke(page, 'sessions.import', { title, messages, model: 'fake/words' })
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title }).click()
  await expect(page.getByText(`Message ${count}`, { exact: false }).last()).toBeVisible()
}

test('finds and highlights words in the whole chat by keyboard, also in thinking, on other branches and during an answer', async ({
  page,
  app,
}) => {
  await test.step('finds a word in the whole chat and steps through the matches by keyboard, wrapping at the end', async () => {
    await importChat(page, 'Find far away', 1_000, [4, 500, 999])
    await page.keyboard.press('ControlOrMeta+f')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('needle')
    await expect(status(page)).toHaveText('3 of 3')
    await expect(page.getByText('Message 999 has')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(status(page)).toHaveText('1 of 3')
    await expect(page.getByText('Message 4 has')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Message 500 has')).toBeInViewport()
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('Message 4 has')).toBeInViewport()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(new Chat(page).message).toBeFocused()
  })

  await test.step('highlights the matches, the current one more strongly, until the search is closed', async () => {
    await importChat(page, 'Find in colour', 6, [1, 2, 5])
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('needle')
    await expect
      .poll(() => highlighted(page))
      .toEqual({ 'chat-find': ['needle', 'needle'], 'chat-find-current': ['needle'] })
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('no such word here')
    await expect(status(page)).toHaveText('No results')
    await expect.poll(() => highlighted(page)).toEqual({ 'chat-find': [], 'chat-find-current': [] })
    await page.keyboard.press('Escape')
    await expect.poll(() => highlighted(page)).toEqual({})
  })

  await test.step('unfolds thinking to show a match in it', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/thinker', 'What comes to mind?')
    await expect(chat.answerThatIs('complete')).toContainText('I would not know.')
    await expect(chat.answer).not.toContainText('pangolin')
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('pangolin')
    await expect(chat.answer).toContainText('A pangolin comes to mind.')
    await expect.poll(() => highlighted(page)).toEqual({ 'chat-find': [], 'chat-find-current': ['pangolin'] })
    await expect(field(page)).toBeFocused()
  })

  await test.step('announces a match on another branch while typing, and shows it on request', async () => {
    const chat = new Chat(page)
    app.fake.script('words', saying('The aardvark is here.'))
    await chat.begin('fake/words', 'Two answers')
    await expect(chat.answerThatIs('complete')).toContainText('aardvark')
    app.fake.script('words', saying('It is gone.'))
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(chat.answerThatIs('complete')).toContainText('It is gone.')
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('aardvark')
    await expect(status(page)).toContainText('1 of 1')
    await expect(status(page)).toContainText('on another branch')
    await expect(chat.answer).toContainText('It is gone.')
    await page.keyboard.press('Enter')
    await expect(chat.answer).toContainText('The aardvark is here.')
    await expect(status(page)).toHaveText('1 of 1')
  })

  await test.step('waits to show a match on another branch, and says why, while an answer is being written', async () => {
    const chat = new Chat(page)
    app.fake.script('words', saying('The okapi is here.'))
    await chat.begin('fake/words', 'Two more answers')
    await expect(chat.answerThatIs('complete')).toContainText('okapi')
    app.fake.script('words', completeStream([{ type: 'tokens', tokens: ['Going on.'] }, { type: 'silence' }]))
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(chat.answerThatIs('streaming')).toContainText('Going on.')
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('okapi')
    await expect(status(page)).toContainText('on another branch')
    await page.keyboard.press('Enter')
    await expect(status(page)).toContainText('when the answer ends')
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
    await page.getByRole('button', { name: 'Next match' }).click()
    await expect(chat.answer).toContainText('The okapi is here.')
  })
})
