import type { Page } from '@playwright/test'

import { Compare } from '../../e2e/helpers/pages/compare.ts'
import { ScriptedRun } from '../../e2e/helpers/pages/scripted-run.ts'
import type { RunEventBody } from '../../src/shared/runs/events.ts'
import {
  asking,
  askingForTool,
  askingToChange,
  manyCards,
  notInstalled,
  running,
} from './samples/agent-samples.ts'
import type { Scene } from './scene.ts'
import { openChat } from './samples/stored-chats.ts'

const ended: RunEventBody = {
  type: 'run-end',
  status: 'completed',
  reason: 'end',
  metrics: { ttftMs: 900, tokensPerSecond: 40, durationMs: 61_000 },
}

/** The work and approvals of coding agents. */
export const agentScenes: Readonly<Record<string, Scene>> = {
  'agent-done': async (page) => {
    await shown(page, [...manyCards, ended])
    await page.getByText('all tests pass').waitFor()
  },
  'agent-unfolded': async (page) => {
    await shown(page, [...manyCards, ended])
    const answer = page.getByRole('article', { name: 'Answer' })
    for (const name of [/^Read 3 files/, /read-config\.ts/, /Exit 1/, /^Changed 4 files/, /Sub-agent/]) {
      await answer.getByRole('button', { name }).first().click()
    }
  },
  'agent-diff': async (page) => {
    await shown(page, [...manyCards, ended])
    await page.getByRole('button', { name: /^Changed src\/config\/read-config\.ts/ }).click()
    await page.getByRole('group', { name: 'Changes in src/config/read-config.ts' }).scrollIntoViewIfNeeded()
  },
  'agent-running': async (page) => {
    await shown(page, running(800))
    await page.getByText('part-799').waitFor()
  },
  'agent-asking': async (page) => {
    await shown(page, asking)
    await page.getByRole('group', { name: 'Permission needed' }).waitFor()
  },
  'agent-asking-to-change': async (page) => {
    await shown(page, askingToChange)
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.getByText('This request for a decision was not found.').waitFor()
  },
  'tool-asking': async (page) => {
    await shown(page, askingForTool)
    await page.getByText('This tool has changed since you allowed it:').waitFor()
  },
  'agent-not-installed': async (page) => {
    await shown(page, notInstalled)
    await page.getByRole('alert').waitFor()
  },
  'agent-panes': async (page) => {
    await ScriptedRun.inPanes(page, asking)
    const compare = new Compare(page)
    await compare.begin(['demo/agent', 'demo/brief', 'demo/writer', 'demo/slow'])
    await compare.ask('Check the configuration.')
    await page.locator('[data-slot="approval"]').nth(3).waitFor({ state: 'attached' })
  },
}

async function shown(page: Page, events: readonly RunEventBody[]): Promise<void> {
  const messages = [{ role: 'user' as const, content: 'Check the configuration when it is read.' }]
  const sessionId = await openChat(page, { title: 'A checked configuration', messages })
  await ScriptedRun.inChat(page, sessionId, events)
}
