import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'
import { Compare } from '../helpers/compare.ts'

test('the focus goes on from where it was when what had it goes', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/brief', 'Where am I?')
  await chat.answerThatIs('complete').waitFor()
  const row = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first()

  await row.focus()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  const actions = page.getByRole('button', { name: /^Actions for/ }).first()
  await actions.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^Rename/ }).press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(row).toBeFocused()

  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Edit message' }).press('Escape')
  await expect(edit).toBeFocused()
})

test('a removed pane hands the focus to its neighbour', async ({ page }) => {
  const compare = new Compare(page)
  await compare.begin(['fake/brief', 'fake/brief', 'fake/brief'])
  await compare.ask('Three of you.')
  await expect(compare.pane(3).status).toHaveText('Done')
  await compare.pane(3).region.getByRole('button', { name: 'Remove pane' }).press('Enter')
  await expect(compare.panes).toHaveCount(2)
  await expect(compare.pane(2).region.getByRole('combobox', { name: 'Model' })).toBeFocused()
})

test('the second half of a double click on Stop does not send the draft', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/steady', 'Go on.')
  await chat.answerThatIs('streaming').waitFor()
  await chat.message.fill('not yet')
  const box = await chat.stop.boundingBox()
  if (box === null) throw new Error('Stop is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  // A person's second click comes when Send stands there already.
  await expect(chat.send).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(chat.message).toHaveValue('not yet')
  await expect(chat.questions).toHaveCount(1)
})

test('an address that was cut in the middle opens a new chat', async ({ page }) => {
  await page.goto(new URL('#/chat/%E0%A4%A', page.url()).href)
  await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
})
