import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { startFakeServer } from '../../src/main/sync/server/testing/fake-servers.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Inspections } from '../helpers/pages/inspections.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { openSettings } from '../helpers/pages/settings.ts'

/** The last question that a window shows, without the number of its version: each machine has its own order. */
async function questionOn(page: Page): Promise<string | undefined> {
  return /From \w+/.exec(await new Chat(page).questions.last().innerText())?.[0]
}

/** Chooses WebDAV and fills in its form by keyboard only, in the order of the Tab key. */
async function enterServer(settings: Locator, texts: readonly string[]): Promise<void> {
  const { keyboard } = settings.page()
  const kinds = settings.getByRole('radiogroup', { name: 'Where your machines meet' }).getByRole('radio')
  if (!(await settings.getByLabel('Address').isVisible())) await kinds.first().press('ArrowRight')
  await kinds.nth(1).focus()
  for (const text of texts) {
    await keyboard.press('Tab')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.insertText(text)
  }
  await keyboard.press('Enter')
}

test('a chat that is written on one machine appears on the other, through a folder', async ({
  page,
  startApp,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-carried-'))
  const userData = mkdtempSync(join(tmpdir(), 'parley-other-'))
  let other = await startApp({ userData })
  const look = new Inspections().of(page, 'Settings, Sync')
  try {
    await test.step('a new folder asks for the passphrase twice', async () => {
      const settings = await openSettings(page, 'Sync')
      await settings.getByRole('button', { name: 'Choose folder…' }).click()
      await settings.getByRole('textbox', { name: 'Full path of a folder' }).fill(folder)
      await page.keyboard.press('Enter')
      await settings.getByLabel('Passphrase', { exact: true }).fill('three old tin lamps')
      await page.keyboard.press('Enter')
      await expect(settings.getByRole('status')).toContainText('This folder is new.')
      await settings.getByLabel('Repeat the passphrase').fill('three old tin lamp')
      await expect(settings.getByText('The two passphrases differ.')).toBeVisible()
      await look('two passphrases that differ')
      await settings.getByLabel('Repeat the passphrase').fill('three old tin lamps')
      await page.keyboard.press('Enter')
      await expect(settings.getByRole('status')).toContainText('Up to date')
      await expect(settings.getByRole('listitem')).toContainText('(this device)')
      await page.keyboard.press('Escape')
    })

    const desk = await other.openDesk()
    const there = await desk.openWindow()
    await test.step('a known folder asks once, and says when the passphrase is another one', async () => {
      const settings = await openSettings(there, 'Sync')
      await settings.getByRole('button', { name: 'Choose folder…' }).click()
      await settings.getByRole('textbox', { name: 'Full path of a folder' }).fill(folder)
      await there.keyboard.press('Enter')
      await settings.getByLabel('Passphrase', { exact: true }).fill('three new tin lamps')
      await settings.getByRole('button', { name: 'Start syncing' }).click()
      await expect(settings.getByRole('status')).toContainText('Another passphrase opens')
      await settings.getByLabel('Passphrase', { exact: true }).fill('three old tin lamps')
      await settings.getByRole('button', { name: 'Start syncing' }).click()
      await expect(settings.getByRole('status')).toContainText('Up to date')
      await expect(settings.getByRole('listitem')).toHaveCount(2)
      await new Inspections().of(there, 'Settings, Sync')('two devices')
      await there.keyboard.press('Escape')
    })

    await test.step('a chat appears in the open window, and an answer in the open chat', async () => {
      const chat = new Chat(page)
      await chat.begin('fake/brief', 'Carried over')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      await there.getByRole('link', { name: 'Carried over' }).click()
      const same = new Chat(there)
      await expect(same.answerThatIs('complete')).toBeVisible()
      await chat.ask('And this')
      await expect(there.getByText('And this', { exact: true })).toBeVisible()
      await expect(same.answers).toHaveCount(2)
    })

    await test.step('both continue the chat at once: each says so, and one key shows the other branch', async () => {
      const asked = [page, there].map((each, at) => ({ each, text: ['From here', 'From there'][at] ?? '' }))
      for (const { each, text } of asked) await new Chat(each).message.fill(text)
      await Promise.all(asked.map(({ each }) => each.keyboard.press('Enter')))
      for (const { each } of asked) {
        await expect(each.locator('[data-slot=fork-bar]')).toContainText('continued on another machine')
        await expect(new Chat(each).answerThatIs('complete')).toBeVisible()
      }
      await expect.poll(async () => (await questionOn(page)) === (await questionOn(there))).toBe(true)
      const before = await questionOn(there)
      await there.keyboard.press('Alt+H')
      await expect(there.locator('[data-slot=fork-bar]')).toHaveCount(0)
      await expect.poll(() => questionOn(there)).not.toBe(before)
      await page.getByRole('button', { name: 'Keep this branch' }).click()
      await expect(page.locator('[data-slot=fork-bar]')).toHaveCount(0)
    })

    await test.step('what happens in a chat that is kept on its machine is not sent', async () => {
      await new Chat(page).begin('fake/brief', 'Stays here')
      await expect(there.getByRole('link', { name: 'Stays here' })).toBeVisible()
      const row = page.getByRole('link', { name: 'Stays here' })
      await row.hover()
      await page.getByRole('button', { name: 'Actions for Stays here' }).click()
      await page.getByRole('menuitem', { name: 'Keep on this machine only' }).click()
      await expect(row).toContainText('Only on this machine.')
      const { sessions } = await invoke(page, 'sessions.list', {})
      for (const { id, title } of sessions) {
        if (title === 'Stays here') await invoke(page, 'sessions.update', { sessionId: id, title: 'Secret' })
      }
      await expect(page.getByRole('link', { name: 'Secret' })).toBeVisible()
      await new Chat(page).begin('fake/brief', 'After that')
      await expect(there.getByRole('link', { name: 'After that' })).toBeVisible()
      await expect(there.getByRole('link', { name: 'Stays here' })).toBeVisible()
      await expect(there.getByRole('link', { name: 'Secret' })).toHaveCount(0)
    })
    await desk.close()

    await test.step('a machine that was killed asks for the new passphrase when it starts again, and catches up', async () => {
      await other.kill()
      await other.close()
      const changing = await openSettings(page, 'Sync')
      await changing.getByRole('button', { name: 'Change…' }).press('Enter')
      await page.keyboard.insertText('five old tin lamps')
      await page.keyboard.press('Tab')
      await page.keyboard.insertText('five old tin lamps')
      await look('another passphrase')
      await page.keyboard.press('Enter')
      await expect(changing.getByRole('button', { name: 'Change…' })).toHaveAccessibleDescription(
        /^Passphrase changed/,
      )
      await page.keyboard.press('Escape')
      await new Chat(page).begin('fake/brief', 'While it was gone')
      other = await startApp({ userData, provider: 'none' })
      const again = await other.openDesk()
      const window = await again.openWindow()
      const asking = await openSettings(window, 'Sync')
      await expect(asking.getByRole('status')).toContainText('Another passphrase opens')
      await asking.getByLabel('Passphrase', { exact: true }).fill('five old tin lamps')
      await window.keyboard.press('Enter')
      await expect(asking.getByRole('status')).toContainText('Up to date')
      await window.keyboard.press('Escape')
      await window.getByRole('link', { name: 'While it was gone' }).click()
      await expect(new Chat(window).answerThatIs('complete')).toBeVisible()
      await again.close()
    })
  } finally {
    await other.close()
    for (const each of [folder, userData]) rmSync(each, { recursive: true, force: true })
  }
})

test('two machines meet on a server, which takes the place of a folder, and say what is wrong with it', async ({
  page,
  startApp,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-carried-'))
  await using server = await startFakeServer('webdav')
  const other = await startApp({})
  const look = new Inspections().of(page, 'Settings, Sync')
  try {
    const place = { kind: 'folder' as const, path: folder }
    const set = { place, secret: '', passphrase: 'five old tin lamps', isNew: true }
    expect((await invoke(page, 'sync.start', set)).problem).toBeNull()
    const desk = await other.openDesk()
    const there = await desk.openWindow()

    await test.step('a server takes the place of the folder, without a mouse, and says what is wrong', async () => {
      const settings = await openSettings(page, 'Sync')
      await settings.getByRole('button', { name: 'Stop syncing' }).press('Enter')
      await expect(settings.getByRole('heading', { name: 'Sync' })).toBeFocused()
      await settings.getByRole('radio', { name: 'S3' }).press('Space')
      await look('S3')
      await page.keyboard.press('Escape')
      await new Chat(page).begin('fake/brief', 'Over a server')
      await expect(new Chat(page).answerThatIs('complete')).toBeVisible()
      await openSettings(page, 'Sync')
      const { address } = server.place
      const says = settings.getByRole('status')
      await enterServer(settings, ['http://127.0.0.1:9/dav', 'ada', server.secret, 'three old tin lamps'])
      await expect(says).toContainText('127.0.0.1:9/dav cannot be reached')
      await enterServer(settings, [address, 'ada', 'open barley', 'three old tin lamps'])
      await expect(says).toContainText('does not accept the user name or the password')
      await look('a server that refuses the password')
      await enterServer(settings, [address, 'ada', server.secret, 'three old tin lamps'])
      await expect(settings.getByLabel('Repeat the passphrase')).toBeFocused()
      await page.keyboard.insertText('three old tin lamps')
      await page.keyboard.press('Enter')
      await expect(says).toContainText('Up to date')
      await expect(settings.getByRole('heading', { name: 'Sync' })).toBeFocused()
    })

    await test.step('another machine joins it with the passphrase', async () => {
      const settings = await openSettings(there, 'Sync')
      const { address } = server.place
      await enterServer(settings, [address, 'ada', server.secret, 'three new tin lamps'])
      await expect(settings.getByRole('status')).toContainText('Another passphrase opens')
      await settings.getByLabel('Passphrase', { exact: true }).fill('three old tin lamps')
      await there.keyboard.press('Enter')
      await expect(settings.getByRole('status')).toContainText('Up to date')
      await expect(settings.getByRole('listitem')).toHaveCount(2)
      await there.keyboard.press('Escape')
      await expect(there.getByRole('link', { name: 'Over a server' })).toBeVisible()
    })

    await test.step('when a server refuses its password later, only the new one is asked for', async () => {
      server.secret = 'open barley'
      await invoke(page, 'prompts.save', { name: 'Waits', text: 'for the new password' })
      const settings = page.getByRole('dialog', { name: 'Settings' })
      await expect(settings.getByRole('status')).toContainText('no longer accepts the password')
      await expect(settings.getByLabel('Passphrase', { exact: true })).toHaveCount(0)
      await look('another password')
      await settings.getByLabel('Password, or an app password').fill(server.secret)
      await page.keyboard.press('Enter')
      await expect(settings.getByRole('status')).toContainText('Up to date')
    })
    await desk.close()
  } finally {
    await other.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
