import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** After the restart, Electron shows another window. */
const listIn = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const takenIn = (settings: Locator) => settings.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')

test('store notices are shown one at a time, and restoring a snapshot asks first and takes one before', async ({
  startApp,
}) => {
  const userData = mkdtempSync(join(tmpdir(), 'parley-notices-'))
  writeFileSync(
    join(userData, 'notices.json'),
    JSON.stringify([
      {
        id: 'newer',
        at: 2,
        title: 'The English text.',
        paragraphs: ['For other programs.'],
        event: {
          code: 'not-restored',
          error: { code: 'STORE_FULL', message: 'Also English.', data: { reason: 'full' } },
        },
      },
      // In the format of an older version.
      { id: 'older', at: 1, title: 'The disk was full.', paragraphs: ['There is room again.'] },
    ]),
  )
  const app = await startApp({ userData })
  try {
    const desk = await app.openDesk()
    let page = await desk.openWindow()
    await test.step('shows store notices one at a time until they are dismissed', async () => {
      const notice = page.getByRole('region', { name: 'Notice' })
      await expect(notice).toContainText(
        'The snapshot could not be restored. The disk is full, so nothing more can be saved.',
      )
      await expect(notice).toContainText('1 more')
      await expect(notice.getByText('Your chats are unchanged.')).toBeHidden()
      await notice.getByRole('button', { name: 'Details' }).press('Enter')
      await expect(notice.getByText('Your chats are unchanged.')).toBeVisible()
      await notice.getByRole('button', { name: 'Dismiss' }).press('Enter')
      await expect(notice).toContainText('The disk was full. There is room again.')
      await page.reload()
      await expect(notice).toContainText('The disk was full.')
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notice).toBeHidden()
      expect((await invoke(page, 'notices.list', {})).notices).toEqual([])
    })

    await test.step('restoring a snapshot asks first, removes what came later, and takes a snapshot of it before', async () => {
      await invoke(page, 'sessions.create', { title: 'Before it' })
      const settings = await openSettings(page, 'Data')
      await settings.getByRole('button', { name: 'Take now' }).click()
      const taken = takenIn(settings)
      await expect(taken.filter({ hasText: 'Manual · 1 chat · 0 messages' })).toHaveCount(1)
      await invoke(page, 'sessions.create', { title: 'After it' })
      await expect(listIn(page).getByRole('link', { name: 'After it' })).toBeVisible()

      await taken.filter({ hasText: 'Manual' }).getByRole('button').click()
      const dialog = page.getByRole('dialog', { name: 'Restore this snapshot?' })
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(settings).toBeVisible()

      await taken.filter({ hasText: 'Manual' }).getByRole('button').click()
      page = await app.restarted(page, () =>
        dialog.getByRole('button', { name: 'Restore and restart' }).click(),
      )
      const list = listIn(page)
      await expect(list.getByRole('link', { name: 'Before it' })).toBeVisible()
      await expect(list.getByRole('link', { name: 'After it' })).toBeHidden()

      const again = await openSettings(page, 'Data')
      await expect(
        takenIn(again).filter({ hasText: 'Before another snapshot was restored · 2 chats' }),
      ).toHaveCount(1)
    })
    await desk.close()
  } finally {
    await app.close()
    rmSync(userData, { recursive: true })
  }
})
