import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'

import { expect } from '../fixtures.ts'
import { agentTest, openAgentChat, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { Chat } from '../helpers/pages/chat.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const test = agentTest()

/** Waits until `text` is in the journal: a killed app may lose what arrived in the last 250 ms. */
async function journalled({ dataFolder }: LiveApp, text: string): Promise<void> {
  if (dataFolder === null) throw new Error('this app keeps its data elsewhere')
  const database = new Database(join(dataFolder, 'parley.db'), { readonly: true })
  try {
    const events = database.prepare('SELECT events FROM run_journal').pluck()
    await expect.poll(() => events.all().join('')).toContain(text)
  } finally {
    database.close()
  }
}

test("after the app was killed, its agent is gone, the partial answer is shown, and the agent's session continues", async ({
  startApp,
  fakes,
  folder,
}) => {
  const userData = mkdtempSync(join(tmpdir(), 'parley-agents-restart-'))
  try {
    let address = ''
    const first = await startApp({ userData })
    try {
      const page = await openWindow(first)
      const chat = new Chat(page)
      await openAgentChat(page, { model: 'codex/default', folder })
      await chat.ask('say It begins. \nrun setsid sleep 601 & touch began; sleep 602\nsay It is over.')
      await expect.poll(() => existsSync(join(folder, 'began'))).toBe(true)
      await expect(chat.answer).toContainText('It begins.')
      await expect(chat.answer.getByRole('group', { name: /sleep 602/ })).toBeVisible()
      address = new URL(page.url()).hash
      await journalled(first, 'It begins.')
      await first.kill()
      await expect.poll(() => processesOfAgents(fakes, folder)).toEqual([])
    } finally {
      await first.close()
    }

    const second = await startApp({ userData, provider: 'none' })
    try {
      const page = await openWindow(second, address)
      const chat = new Chat(page)
      await expect(chat.answerThatIs('partial')).toContainText('Interrupted when Parley quit')
      const [, partial, ...others] = await storedMessages(page)
      expect(others).toEqual([])
      expect(partial?.stopReason).toBe('interrupted')
      expect(messageText({ parts: partial?.parts ?? [] })).toContain('It begins.')
      // The answer says how many messages the agent's own session has.
      await chat.ask('And how many are these?')
      await expect(chat.answerThatIs('complete')).toContainText('ok (2 user messages)')
      expect(await storedMessages(page)).toHaveLength(4)
    } finally {
      await second.close()
    }

    // Deletes the agent's own record of the session.
    rmSync(join(fakes.home, '.fake-agents', 'codex'), { recursive: true })
    const third = await startApp({ userData, provider: 'none' })
    try {
      const page = await openWindow(third, address)
      const chat = new Chat(page)
      await chat.ask('run until [ -e go ]; do sleep 0.05; done\nsay Here again.')
      await expect(chat.answerThatIs('streaming')).toContainText('The agent no longer remembers this chat.')
      writeFileSync(join(folder, 'go'), '')
      await expect(chat.answerThatIs('complete')).toContainText('Here again.')
      const prompts = fakes.records().flatMap((record) => (record.type === 'prompt' ? [record.text] : []))
      expect(prompts.at(-1)).toContain('It begins.')
      expect(prompts.at(-1)).toContain('And how many are these?')
    } finally {
      await third.close()
    }
  } finally {
    rmSync(userData, { recursive: true, force: true })
  }
})

async function openWindow(app: LiveApp, address = ''): Promise<Page> {
  const page = await (await app.openDesk()).openWindow()
  if (address !== '') await page.goto(new URL(address, page.url()).href)
  return page
}
