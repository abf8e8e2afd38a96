import type { Locator, Page } from '@playwright/test'

import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'

test.use({
  appOptions: {
    models: { one: saying('From one.'), two: saying('From two.'), three: saying('From three.') },
  },
})

const versions = (row: Locator) => row.getByRole('group', { name: 'Versions' })

async function choose(page: Page, row: Locator, item: string): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function edit(page: Page, question: Locator, text: string, button: string): Promise<void> {
  await choose(page, question, 'Edit')
  await page.getByRole('textbox', { name: 'Edit message' }).fill(text)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test('questions are edited in one pane or all, answers regenerated with any model, and every version stays', async ({
  page,
}) => {
  const compare = new Compare(page)
  await compare.begin(['fake/one', 'fake/two', 'fake/three'])
  await compare.ask('The first wording')
  const panes = [1, 2, 3].map((number) => compare.pane(number))
  const [first, second, third] = panes as [(typeof panes)[0], (typeof panes)[0], (typeof panes)[0]]
  const done = async () => {
    for (const pane of panes) await expect(pane.status).toHaveText('Done')
  }
  const question = ({ region }: typeof first) => region.locator('article[data-role=user]')
  await done()

  await choose(page, second.answer, 'Regenerate with…')
  await page.keyboard.type('fake/one')
  await page.locator('[role=option][data-model-id="fake/one"]').click()
  await expect(second.answer).toContainText('From one.')
  await expect(versions(second.answer)).toContainText('2 of 2')
  await expect(second.message).toBeFocused()
  await versions(second.answer).getByRole('button', { name: 'Previous version' }).click()
  await expect(second.answer).toContainText('From two.')

  await edit(page, question(first), 'Better wording', 'Resend to 3 panes')
  for (const pane of panes) await expect(question(pane)).toHaveText(/Better wording/)
  await done()
  for (const pane of panes) await expect(versions(question(pane))).toContainText('2 of 2')

  await edit(page, question(third), 'Only here', 'Resend to this pane')
  await expect(question(third)).toHaveText(/Only here/)
  await done()
  await expect(question(first)).toHaveText(/Better wording/)
  await expect(question(second)).toHaveText(/Better wording/)

  await versions(question(second)).getByRole('button', { name: 'Previous version' }).click()
  await expect(question(second)).toHaveText(/The first wording/)
  await versions(second.answer).getByRole('button', { name: 'Previous version' }).click()
  await expect(second.answer).toContainText('From two.')
  await page.reload()
  await expect(question(second)).toHaveText(/The first wording/)
  await expect(versions(question(third))).toContainText('3 of 3')

  await choose(page, second.answer, 'Fork from here')
  const chat = new Chat(page)
  await expect(chat.questions).toHaveText([/The first wording/])
  await expect(chat.answer).toContainText('From two.')
})
