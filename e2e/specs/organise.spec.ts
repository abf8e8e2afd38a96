import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Palette } from '../helpers/pages/palette.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke } from '../helpers/pages/window-api.ts'

function list(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Chats' })
}

function row(page: Page, title: string): Locator {
  return list(page).getByRole('link', { name: title, exact: false })
}

function sidebar(page: Page): Locator {
  return page.getByRole('complementary')
}

/** Creates chats with unique titles for one test; the first of `names` is listed first. */
async function createChats(page: Page, names: readonly string[]): Promise<void> {
  for (const title of names.toReversed()) await invoke(page, 'sessions.create', { title })
  await expect(row(page, names[0] ?? '')).toBeVisible()
}

async function choose(page: Page, title: string, action: string): Promise<void> {
  await list(page)
    .getByRole('button', { name: `Actions for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('chats and comparisons are archived, pinned, duplicated, deleted and restored, also several at once, and the focus stays in the list', async ({
  page,
}) => {
  await test.step('an archived chat leaves the list, is shown under Archived, and can be restored', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Put aside')
    await choose(page, 'Put aside', 'Archive')
    await expect(row(page, 'Put aside')).toBeHidden()
    await sidebar(page).getByRole('button', { name: 'Archived' }).click()
    await row(page, 'Put aside').click()
    await expect(chat.answer).toContainText('Here is the answer.')
    await choose(page, 'Put aside', 'Unarchive')
    await expect(row(page, 'Put aside')).toBeHidden()
    await page.getByRole('button', { name: 'Back to chats' }).click()
    await expect(row(page, 'Put aside')).toBeVisible()
  })

  await test.step('a comparison can be pinned and archived like a chat', async () => {
    await invoke(page, 'compare.create', {
      models: ['demo/brief', 'demo/writer'],
      title: 'A kept comparison',
    })
    await choose(page, 'A kept comparison', 'Pin')
    await expect(list(page).getByRole('heading').first()).toHaveText('Pinned')
    await choose(page, 'A kept comparison', 'Archive')
    await expect(page.getByText('Archived “A kept comparison”')).toBeVisible()
    await sidebar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'A kept comparison')).toBeVisible()
  })

  await test.step('a chat is duplicated with its messages from its menu, and the copy is shown', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Worth a second try')
    const original = page.url()
    await choose(page, 'Worth a second try', 'Duplicate')
    await expect(row(page, 'Worth a second try')).toHaveCount(2)
    await expect(row(page, 'Worth a second try (2)')).toHaveCount(1)
    await expect(chat.answer).toContainText('Here is the answer.')
    expect(page.url()).not.toBe(original)
    await chat.ask('Only in the copy')
    await expect(chat.questions).toHaveCount(2)
    await page.goBack()
    await expect(chat.questions).toHaveCount(1)
  })

  await test.step('a deleted chat stays in the trash until it is restored or erased', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Kept after all')
    await createChats(page, ['Gone for good'])
    await invoke(page, 'compare.create', {
      models: ['demo/brief', 'demo/writer'],
      title: 'Compared and binned',
    })
    for (const title of ['Kept after all', 'Gone for good', 'Compared and binned']) {
      await choose(page, title, 'Delete')
      await expect(row(page, title)).toBeHidden()
    }
    await sidebar(page).getByRole('button', { name: 'Trash', exact: true }).click()
    const binned = (title: string) => list(page).getByRole('button', { name: title }).first()
    await expect(binned('Kept after all')).toContainText('30 days left')

    await choose(page, 'Kept after all', 'Restore')
    await expect(binned('Kept after all')).toBeHidden()

    await binned('Gone for good').focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Delete permanently?' })
    await expect(question).toContainText('“Gone for good”')
    // Pressing Enter too soon must erase nothing.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(binned('Gone for good')).toBeFocused()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(binned('Gone for good')).toBeHidden()

    await sidebar(page).getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
    await expect(list(page)).toContainText('Deleted chats stay here for 30 days.')
    expect((await invoke(page, 'compare.list', { deleted: true })).comparisons).toEqual([])

    await page.getByRole('button', { name: 'Back to chats' }).click()
    await row(page, 'Kept after all').click()
    await expect(chat.answer).toContainText('Here is the answer.')
  })

  await test.step('several chats selected with the mouse are deleted at once, and one Undo restores them all', async () => {
    await createChats(page, ['Pile one', 'Pile two', 'Pile three', 'Pile four', 'Pile five'])
    const address = page.url()
    await row(page, 'Pile one').click({ modifiers: ['ControlOrMeta'] })
    await row(page, 'Pile three').click({ modifiers: ['ControlOrMeta'] })
    await row(page, 'Pile five').click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 selected')).toBeVisible()
    await row(page, 'Pile one').click({ modifiers: ['ControlOrMeta'] })
    await expect(page.getByText('4 selected')).toBeVisible()
    await expect(row(page, 'Pile four')).toContainText('Selected:')
    // Selecting a chat does not open it.
    expect(page.url()).toBe(address)
    await page.getByRole('group', { name: 'Selected chats' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted 4 chats')).toBeVisible()
    await expect(row(page, 'Pile')).toHaveCount(1)
    await sidebar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Pile')).toHaveCount(5)
  })

  await test.step('several chats can be selected, archived and deselected by keyboard alone', async () => {
    await createChats(page, ['Key one', 'Key two', 'Key three', 'Key four'])
    await row(page, 'Key one').focus()
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('selected')).toBeHidden()
    await expect(row(page, 'Key two')).toBeFocused()

    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    await expect(page.getByText('Archived 2 chats')).toBeVisible()
    await expect(row(page, 'Key four')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(row(page, 'Key')).toHaveCount(4)
  })

  await test.step('the list is a single tab stop, with arrow keys and the menu key inside', async () => {
    await createChats(page, ['Stop one', 'Stop two', 'Stop three'])
    await sidebar(page).getByRole('button', { name: 'Search', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    const second = list(page).getByRole('link').nth(1)
    await expect(second).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(sidebar(page).getByRole('link', { name: 'Prompt sets' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(second).toBeFocused()
    await page.keyboard.press('ContextMenu')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(second).toBeFocused()
  })

  await test.step('a chat keeps the focus when pinning moves it', async () => {
    await createChats(page, ['Other', 'Pinned by key'])
    await row(page, 'Pinned by key').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Pin' }).press('Enter')
    await expect(list(page).getByRole('link').first()).toContainText('Pinned by key')
    await expect(row(page, 'Pinned by key')).toBeFocused()
  })

  await test.step('deleting the open chat by keyboard keeps the focus in the list', async () => {
    await createChats(page, ['Shown and deleted', 'Below it'])
    await row(page, 'Shown and deleted').press('Enter')
    await expect(page).toHaveURL(/#\/chat\/(?!new)/)
    await row(page, 'Shown and deleted').press('Delete')
    await expect(page).toHaveURL(/#\/chat\/new$/)
    await expect(row(page, 'Below it')).toBeFocused()
  })
})

test('entries that one window archives, deletes or erases disappear from the other, and can be restored', async ({
  page,
  openWindow,
}) => {
  await test.step('what one window archives or deletes disappears from the other, and reappears with Undo', async () => {
    await createChats(page, ['Seen by both'])
    const other = await openWindow()
    await expect(row(other, 'Seen by both')).toBeVisible()
    await choose(page, 'Seen by both', 'Delete')
    await expect(row(other, 'Seen by both')).toBeHidden()
    await sidebar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(row(other, 'Seen by both')).toBeVisible()
    await choose(other, 'Seen by both', 'Archive')
    await expect(row(page, 'Seen by both')).toBeHidden()
  })

  await test.step('what one window erases disappears from the trash in another', async () => {
    await createChats(page, ['Erased alone', 'Erased with the bin'])
    for (const title of ['Erased alone', 'Erased with the bin']) await choose(page, title, 'Delete')
    const other = await openWindow()
    const binned = (window: Page, title: string) => list(window).getByRole('button', { name: title }).first()
    for (const window of [page, other]) {
      await sidebar(window).getByRole('button', { name: 'Trash', exact: true }).click()
      await expect(binned(window, 'Erased alone')).toBeVisible()
    }
    await choose(page, 'Erased alone', 'Delete permanently')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(binned(other, 'Erased alone')).toBeHidden()
    await sidebar(page).getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
    await expect(list(other)).toContainText('Deleted chats stay here for 30 days.')
  })

  await test.step('a chat deleted by another window says so where it is open, and can be restored there', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Deleted elsewhere')
    const other = await openWindow()
    await choose(other, 'Deleted elsewhere', 'Delete')
    const alert = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await expect(alert).toContainText('It may have been deleted.')
    await expect(page.getByRole('button', { name: /^(Undo|Remove last exchange)$/ })).toHaveCount(0)
    await alert.getByRole('button', { name: 'Restore' }).click()
    await expect(alert).toBeHidden()
    await expect(row(other, 'Deleted elsewhere')).toBeVisible()
    await chat.ask('And on')
    await expect(chat.answers).toHaveCount(2)
  })
})

test('chats begin in a project, move between projects by mouse and keyboard, and survive its deletion', async ({
  app,
  page,
  openWindow,
}) => {
  const projects = page.getByRole('region', { name: 'Projects' })
  const chip = (name: string) => page.getByRole('button', { name: `Project: ${name}` })
  const chat = new Chat(page)
  await createChats(page, ['Leaves from elsewhere', 'Leaves of no project'])

  await test.step('a project is created and opened, and a new chat in it is asked with its instructions', async () => {
    await projects.getByRole('button', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog', { name: 'New project' })
    const files = dialog.getByRole('button', { name: 'Files and folders' })
    await expect(files).toBeDisabled()
    await dialog.getByLabel('Name').fill('Tea')
    await files.click()
    await expect(page.getByRole('dialog', { name: 'Knowledge of Tea' })).toBeVisible()
    await page.keyboard.press('Escape')
    await dialog.getByRole('radio', { name: 'Green' }).check()
    await dialog.getByLabel('Instructions').fill('Answer as a botanist.')
    await dialog.getByLabel('Temperature').fill('0.4')
    expect((await inspectState(page, 'project dialog')).violations).toEqual([])
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByRole('heading', { name: 'Tea' })).toBeVisible()
    await expect(chip('Tea')).toBeVisible()
    await chat.beginByHand('fake/brief', 'Which leaf is in the pot?')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    const { body } = await requestOf(app.fake, 'brief', 'Which leaf is in the pot?')
    expect(body).toMatchObject({
      temperature: 0.4,
      messages: [{ role: 'system', content: 'Answer as a botanist.' }, { role: 'user' }],
    })
    await expect(chip('Tea')).toBeVisible()
    await expect(row(page, 'Which leaf is in the pot?')).toBeVisible()
    await expect(row(page, 'Leaves from elsewhere')).toBeHidden()
  })

  await test.step('the search finds only messages of the open project; Escape in the list shows all chats', async () => {
    const palette = new Palette(page)
    await palette.find('leaf')
    await expect(palette.group('Messages in Tea')).toHaveCount(1)
    await palette.field.fill('role:user leaves')
    await expect(palette.dialog).toContainText('No results in the project “Tea”')
    await palette.dialog.getByText('Search messages in all chats').click()
    await expect(palette.field).toBeFocused()
    await expect(palette.dialog).toContainText('All words must match')
    await expect(palette.dialog).not.toContainText('Tea')
    // The next search is limited to the project again.
    await page.keyboard.press('Escape')
    await palette.open()
    await expect(palette.field).toHaveAttribute('placeholder', 'Search messages in Tea, or type a command')
    await page.keyboard.press('Escape')
    await sidebar(page).getByRole('button', { name: 'Search', exact: true }).focus()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Leaves from elsewhere')).toBeVisible()
  })

  await test.step('a chat is dragged onto a project, and the move can be undone', async () => {
    const tea = projects.getByRole('button', { name: 'Tea', exact: true })
    await row(page, 'Leaves from elsewhere').dragTo(tea)
    await expect(sidebar(page).getByText('Moved “Leaves from elsewhere”')).toBeVisible()
    await sidebar(page).getByRole('button', { name: 'Undo' }).click()
    await tea.click()
    await expect(row(page, 'Which leaf is in the pot?')).toBeVisible()
    await expect(row(page, 'Leaves from elsewhere')).toBeHidden()
    await page.getByRole('button', { name: 'Back to all chats' }).click()
  })

  await test.step('the open chat moves to a project that is created on the way, without a mouse', async () => {
    await row(page, 'Leaves from elsewhere').click()
    await page.keyboard.press('ControlOrMeta+Shift+P')
    await page.keyboard.type('Move to project')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Find or create a project' }).fill('Garden')
    await expect(page.getByRole('option', { name: 'Create project “Garden”' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    expect((await inspectState(page, 'choice of a project')).violations).toEqual([])
    await page.keyboard.press('Enter')
    await expect(chip('Garden')).toBeVisible()
  })

  await test.step('another window follows; deleting the project keeps its chats, and Undo restores both', async () => {
    const other = await openWindow()
    const there = other.getByRole('region', { name: 'Projects' })
    await there.getByRole('button', { name: 'Garden', exact: true }).focus()
    await other.keyboard.press('Delete')
    await expect(projects.getByRole('button', { name: 'Garden', exact: true })).toBeHidden()
    await expect(chip('Garden')).toBeHidden()
    await expect(row(page, 'Leaves from elsewhere')).toBeVisible()
    await sidebar(other).getByRole('button', { name: 'Undo' }).click()
    await expect(chip('Garden')).toBeVisible()
  })

  await test.step('a project that was cancelled is discarded with the files that it had been given', async () => {
    await projects.getByRole('button', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog', { name: 'New project' })
    await dialog.getByLabel('Name').fill('Discarded')
    await dialog.getByRole('button', { name: 'Files and folders' }).click()
    const knowledge = page.getByRole('dialog', { name: 'Knowledge of Discarded' })
    await knowledge
      .locator('input[type="file"]')
      .setInputFiles({ name: 'leaves.md', mimeType: 'text/markdown', buffer: Buffer.from('Oolong') })
    await expect(knowledge.getByRole('listitem')).toContainText('leaves.md')
    await page.keyboard.press('Escape')
    await expect(knowledge).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(projects.getByRole('button', { name: 'Discarded', exact: true })).toHaveCount(0)
    // It was never created, so there is nothing to restore.
    await expect(sidebar(page).getByText('Deleted the project')).toHaveCount(0)
  })
})
