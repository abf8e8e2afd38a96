import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { decidePermanently } from '../../e2e/helpers/pages/approvals.ts'
import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { Compare } from '../../e2e/helpers/pages/compare.ts'
import { ScriptedRun } from '../../e2e/helpers/pages/scripted-run.ts'
import { openSettings } from '../../e2e/helpers/pages/settings.ts'
import { invoke, openByAddress } from '../../e2e/helpers/pages/window-api.ts'
import type { RunEventBody } from '../../src/shared/runs/events.ts'
import {
  askingForPage,
  askingForServer,
  hostileCards,
  manyCalls,
  runningCall,
} from './samples/tool-samples.ts'
import type { Scene } from './scene.ts'
import { openChat } from './samples/stored-chats.ts'

const metrics = { ttftMs: 900, tokensPerSecond: 40, durationMs: 21_000 }
const ended: RunEventBody = { type: 'run-end', status: 'completed', reason: 'end', metrics }

/** Calls of models: what they ask, do and return. */
export const callScenes: Readonly<Record<string, Scene>> = {
  'call-card-page': async (page) => {
    await shown(page, askingForPage)
    await card(page).waitFor()
  },
  'call-card-server': async (page) => {
    await shown(page, askingForServer)
    await card(page).last().waitFor()
    await page.getByText('About this tool').click()
  },
  'call-card-hostile': async (page) => {
    await shown(page, hostileCards)
    await card(page).last().waitFor()
  },
  'call-done': async (page) => {
    await shown(page, [...manyCalls, ended])
    await page.getByRole('region', { name: 'Sources' }).waitFor()
  },
  'call-open': async (page) => {
    await shown(page, [...manyCalls, ended])
    const folded = page.locator('article [aria-expanded=false]:is([data-slot=tool-head], [data-slot=fold])')
    while ((await folded.count()) > 0) await folded.first().click()
  },
  'call-running': async (page) => {
    await shown(page, runningCall)
    await page.getByText('writing orders_2026.csv').waitFor()
  },
  'call-stopped': async (page) => {
    const receipt = { requestedAt: 1, generatorEndedMs: 4, upstreamClosedMs: 6, savedMs: 9, keptChars: 52 }
    const tools = [{ toolCallId: 'slow', name: 'mcp:postgres/export', endedMs: 38 }]
    await shown(page, [
      ...runningCall,
      { type: 'run-end', status: 'stopped', reason: 'user', metrics, receipt: { ...receipt, tools } },
    ])
    await page.getByRole('button', { name: 'Stopped' }).click()
  },
  'call-edits': async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-recipes-'))
    writeFileSync(join(folder, 'tea.md'), '# Tea\n\nGreen tea steeps for three minutes.\n')
    const chat = await openCaller(page, ['files.edit', 'files.read'], folder)
    for (const [before, after] of [
      ['three', 'two'],
      ['Green', 'White'],
    ]) {
      await chat.ask(`files_edit ${JSON.stringify({ path: 'tea.md', oldText: before, newText: after })}`)
      await card(page).getByRole('button', { name: 'Allow once' }).click()
      await chat.answerThatIs('complete').waitFor()
    }
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Undone').waitFor()
  },
  'call-panes': async (page) => {
    await ScriptedRun.inPanes(page, askingForServer)
    const compare = new Compare(page)
    await compare.begin(['demo/agent', 'demo/brief', 'demo/writer'])
    await compare.ask('Delete what is older than two years.')
    // Two in each pane; in a small window, two panes are out of sight.
    await page.locator('[data-slot="approval"]').nth(5).waitFor({ state: 'attached' })
  },
  'settings-tools-permissions': async (page) => {
    const chat = await openCaller(page, ['web.fetch', 'web.search'])
    for (const [host, decision] of [
      ['tea-house.example', 'Always allow https://tea-house.example'],
      ['collect.example', 'Never allow https://collect.example'],
    ]) {
      await chat.ask(`web_fetch ${JSON.stringify({ url: `https://${host}/opening-hours` })}`)
      await decidePermanently(page, card(page), decision ?? '')
      await chat.answerThatIs('complete').waitFor()
    }
    await chat.ask('web_fetch {"url":"https://en.wikipedia.example/wiki/Tea"}')
    await card(page).getByRole('button', { name: 'Allow in this chat' }).click()
    await chat.answerThatIs('complete').waitFor()
    const settings = await openSettings(page, 'Tools')
    await settings.getByText('Allowed in one chat').scrollIntoViewIfNeeded()
  },
}

function card(page: Page) {
  return page.getByRole('group', { name: 'Permission needed' })
}

async function openCaller(page: Page, enabled: string[], workspace?: string): Promise<Chat> {
  await invoke(page, 'settings.set', { nameChats: false })
  const { session } = await invoke(page, 'sessions.create', {
    model: 'fake/caller',
    title: 'Tea',
    tools: { enabled },
    ...(workspace === undefined ? {} : { workspace }),
  })
  await openByAddress(page, 'chat', session.id)
  return new Chat(page)
}

async function shown(page: Page, events: readonly RunEventBody[]): Promise<void> {
  const messages = [{ role: 'user' as const, content: 'How long does green tea steep?' }]
  const sessionId = await openChat(page, { title: 'Tea', messages })
  await ScriptedRun.inChat(page, sessionId, events)
}
