import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '../fixtures.ts'
import { Chat, pickModel } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const planted = 'wintergreen-planted'

/** The files below `folder` that contain the planted text. */
function filesWithPlanted(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path).includes(planted))
}

test('a temporary chat leaves nothing on the disk, in the list or in the browser, even if Parley is killed', async ({
  startApp,
}) => {
  const userData = mkdtempSync(join(tmpdir(), 'parley-temporary-'))
  const app = await startApp({ userData })
  const desk = await app.openDesk()
  try {
    const page = await desk.openWindow()
    const chat = new Chat(page)
    const row = page.getByRole('navigation', { name: 'Chats' }).getByRole('link')

    await test.step('text typed before moves into it, and the window says that it is temporary', async () => {
      // What is typed into an ordinary chat may be saved as its draft before it moves.
      await chat.message.fill('Typed before')
      await page.keyboard.press('Alt+T')
      await expect(page).toHaveURL(/#\/temporary\/new$/)
      await expect(chat.message).toHaveValue('Typed before')
      await chat.message.fill(`${planted} question`)
      await pickModel(page, page, 'fake/brief')
      await chat.send.click()
      await expect(chat.answerThatIs('complete')).toBeVisible()
      await expect(page.getByText('Temporary', { exact: true })).toBeVisible()
      await expect(page).toHaveTitle('Temporary chat · Parley')
      await chat.message.fill(`${planted} draft`)
      await page.getByRole('button', { name: 'Attach files' }).press('Enter')
      await expect(page.getByText('A temporary chat cannot contain files')).toBeVisible()
    })

    await test.step('a reload returns to it, and none of it was saved', async () => {
      await page.reload()
      await expect(chat.answers).toHaveCount(1)
      await chat.message.fill(`${planted} draft again`)
      await chat.message.press('Alt+Z')
      await expect(page.getByText('Removed “')).toBeVisible()
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect(chat.answers).toHaveCount(1)
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(planted)
      expect((await invoke(page, 'sessions.search', { query: planted })).hits).toEqual([])
      await expect(row).toHaveCount(0)
    })

    await test.step('a killed Parley has left nothing behind', async () => {
      await app.kill()
      expect(filesWithPlanted(userData)).toEqual([])
    })
  } finally {
    await desk.close()
    await app.close()
    rmSync(userData, { recursive: true, force: true })
  }
})

test('leaving a temporary chat asks; keeping it during an answer adds it to the list once', async ({
  page,
}) => {
  const chat = new Chat(page)
  await page.getByRole('button', { name: 'Temporary chat' }).click()
  await pickModel(page, page, 'fake/steady')
  await chat.ask('To be kept')
  await expect(chat.answerThatIs('streaming')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Leave this temporary chat?' })
  await page.keyboard.press('Alt+N')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/#\/temporary\/(?!new)/)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/#\/chat\//)
  const row = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'To be kept' })
  await expect(row).toHaveCount(1)
  await chat.stop.click()
  await expect(chat.answerThatIs('partial')).toBeVisible()

  await page.keyboard.press('Alt+N')
  await page.getByRole('button', { name: 'Temporary chat' }).click()
  await pickModel(page, page, 'fake/brief')
  await chat.ask('To be discarded')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await row.click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(chat.questions).toHaveText([/To be kept/])
  await expect(page.getByText('To be discarded')).toHaveCount(0)
})
