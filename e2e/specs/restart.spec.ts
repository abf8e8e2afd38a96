import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { proseTokens } from '../fake-provider/sample-text.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'
import { GrantedTimeline } from '../suite/limits/granted-timeline.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

/** How much a killed process may lose, in granted time: 250 ms of an answer, and what was still on its way. */
const mayLoseMs = 350

const ends: { how: string; end: (app: LiveApp) => Promise<unknown>; says: string; reason: string }[] = [
  {
    how: 'was killed',
    end: (app) => app.kill(),
    says: 'Interrupted when Parley quit',
    reason: 'interrupted',
  },
  {
    how: 'was asked to quit',
    end: (app) => Promise.all([app.quit(), app.dialogs?.press('Stop and leave')]),
    says: 'Stopped when Parley closed',
    reason: 'shutdown',
  },
]

for (const { how, end, says, reason } of ends) {
  test(`after the app ${how} during an answer, the next start shows what had arrived`, async ({
    startApp,
  }) => {
    const userData = mkdtempSync(join(tmpdir(), 'parley-restart-'))
    try {
      const first = await startApp({ userData })
      let mustBeThere = 0
      try {
        const page = await openWindow(first)
        await new Chat(page).begin('fake/steady', 'A chat to be cut')
        const chatRequest = await requestOf(first.fake, 'steady', 'A chat to be cut')
        const compare = new Compare(page)
        await compare.begin(['fake/steady', 'fake/brief'])
        await compare.ask('A comparison to be cut')
        const paneRequest = await requestOf(first.fake, 'steady', 'A comparison to be cut')
        const granted = new GrantedTimeline(first.pid === null ? [] : [first.pid])
        await paneRequest.waitForTokens(20)
        const endedAtMs = performance.timeOrigin + performance.now()
        await end(first)
        await Promise.all([chatRequest.closed, paneRequest.closed])
        granted.stop()
        const leftMs = (sentMs: number) => granted.until(endedAtMs) - granted.until(sentMs)
        mustBeThere = chatRequest.tokenTimesMs.filter((sentMs) => leftMs(sentMs) > mayLoseMs).length
        // Electron's windows end with main.
        if (first.host !== null) await expectNothingSent(page)
      } finally {
        await first.close()
      }

      const second = await startApp({ userData, provider: 'none' })
      try {
        const page = await openWindow(second)
        const list = page.getByRole('navigation', { name: 'Chats' })
        await list.getByRole('link', { name: 'A chat to be cut' }).click()
        const chat = new Chat(page)
        await expect(chat.answerThatIs('partial')).toContainText(says)
        const [, answer, ...others] = await storedMessages(page)
        expect(others).toEqual([])
        expect(answer?.stopReason).toBe(reason)
        const kept = messageText({ parts: answer?.parts ?? [] })
        expect(proseTokens(600).join('').startsWith(kept)).toBe(true)
        expect(kept.length).toBeGreaterThanOrEqual(proseTokens(mustBeThere).join('').length)

        await list.getByRole('link', { name: 'A comparison to be cut' }).click()
        const compare = new Compare(page)
        await expect(compare.pane(1).status).toHaveText('Stopped')
        await expect(compare.pane(1).answer).toContainText('the a small model')
        await expect(compare.pane(2).status).toHaveText('Done')
        await expect(compare.pane(2).answer).toContainText('Here is the answer.')
      } finally {
        await second.close()
      }
    } finally {
      rmSync(userData, { recursive: true, force: true })
    }
  })
}

/** Checks that the open comparison says, on Send and on Enter, that Parley cannot be reached. */
async function expectNothingSent(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: 'Send to all' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription(/^Parley cannot be reached\./)
  const message = page.getByRole('textbox', { name: 'Message all panes' })
  await message.fill('Nobody hears this')
  await message.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Your message stays here.' })).toBeVisible()
  await expect(message).toHaveValue('Nobody hears this')
}

async function openWindow(app: LiveApp): Promise<Page> {
  return (await app.openDesk()).openWindow()
}
