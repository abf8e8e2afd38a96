import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import type { InstalledFakes } from '../fake-cli/install-fakes.ts'
import { expect } from '../fixtures.ts'
import { agentTest, commandsOfAgents, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { Compare } from '../helpers/pages/compare.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedPanes } from '../helpers/pages/window-api.ts'

const test = agentTest()

/** Two agents, each in a copy of `folder`, and a plain model. */
async function openComparison(page: Page, folder: string): Promise<Compare> {
  const work = { workspace: folder, permission: 'workspace-write', isolation: 'copy' } as const
  const { comparison } = await invoke(page, 'compare.create', {
    models: [{ model: 'claude-code/default', ...work }, { model: 'codex/default', ...work }, 'fake/steady'],
  })
  await page.goto(new URL(`#/compare/${encodeURIComponent(comparison.id)}`, page.url()).href)
  const compare = new Compare(page)
  await expect(compare.panes).toHaveCount(3)
  return compare
}

/** The folder in which Parley makes copies for agents. */
function copiesOf({ dataFolder }: LiveApp): string {
  return join(dataFolder ?? '', 'workspaces')
}

/** The copy that an agent of a comparison works in, according to the program that was started there. */
function copyOf(fakes: InstalledFakes, app: LiveApp, program: string): string {
  const starts = fakes.records().filter((record) => record.type === 'start' && record.program === program)
  const folders = starts.map((record) => (record.type === 'start' ? record.cwd : ''))
  return folders.findLast((folder) => folder.startsWith(copiesOf(app))) ?? ''
}

test('agents and a model answer side by side, each agent in its own copy, with approvals also in a narrow pane', async ({
  app,
  page,
  fakes,
  folder,
}) => {
  await test.step('agents and a model answer side by side, each agent in its own copy; stopping one does not affect the others', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'one\n')
    const compare = await openComparison(page, folder)
    await compare.ask('edit notes.txt with two\nslow 600 tokens at 50 ms\nsay Never.')
    const request = await requestOf(app.fake, 'steady', 'edit notes.txt')
    await request.waitForTokens(3)
    for (const number of [1, 2]) await expect(compare.pane(number).answer).toContainText('w3')
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Streaming')
    const copies = ['claude-agent-acp', 'codex-acp'].map((program) => copyOf(fakes, app, program))
    expect(new Set(copies).size).toBe(2)
    expect(copies.map((copy) => readFileSync(join(copy, 'notes.txt'), 'utf8'))).toEqual(['two\n', 'two\n'])
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('one\n')

    await compare.pane(2).stop.click()
    await expect(compare.pane(2).status).toHaveText('Stopped')
    await expect(
      compare.pane(2).answer.getByRole('button', { name: 'Stopped', exact: true }),
    ).toHaveAttribute('title', /process ended/)
    expect(processesOfAgents(fakes, copies[1] ?? '')).toEqual([])
    expect(processesOfAgents(fakes, copies[0] ?? '')).toHaveLength(1)
    await expect(compare.pane(1).status).toHaveText('Streaming')
    await expect(compare.pane(3).status).toHaveText('Streaming')
    expect(request.closedMs).toBeNull()

    await compare.stopAll.click()
    for (const number of [1, 3]) await expect(compare.pane(number).status).toHaveText('Stopped')
    await expect(
      compare.pane(1).answer.getByRole('button', { name: 'Stopped', exact: true }),
    ).toHaveAttribute('title', /process ended/)
    expect(processesOfAgents(fakes, copiesOf(app))).toEqual([])
    expect((await storedPanes(page)).map((messages) => messages.map(({ status }) => status))).toEqual(
      [1, 2, 3].map(() => ['complete', 'partial']),
    )
  })

  await test.step('an approval can be answered in a narrow pane', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    const compare = await openComparison(page, folder)
    await compare.pane(1).message.fill('run touch allowed\nsay It ran here.')
    await compare.pane(1).message.press('Enter')
    const card = compare.pane(1).region.getByRole('group', { name: 'Permission needed' })
    await expect(card.getByRole('group', { name: 'Command' })).toHaveText('touch allowed')
    await expect(compare.pane(1).region).toContainText('Needs your decision')
    await card.getByRole('button', { name: 'Allow once' }).click()
    await expect(compare.pane(1).status).toHaveText('Done')
    await expect(compare.pane(1).answer).toContainText('It ran here.')
    const copy = copyOf(fakes, app, 'claude-agent-acp')
    expect([existsSync(join(copy, 'allowed')), existsSync(join(folder, 'allowed'))]).toEqual([true, false])
    expect(commandsOfAgents(fakes, copy)).toEqual([])
  })
})

test('agents in panes end with their pane and with their window, and the next window shows what they had said', async ({
  app,
  page,
  fakes,
  folder,
  openWindow,
}) => {
  const copy = () => copyOf(fakes, app, 'codex-acp')

  await test.step('removing a pane while its agent works ends everything that the agent runs', async () => {
    const compare = await openComparison(page, folder)
    await compare.pane(2).message.fill('run setsid sleep 601 & touch began; sleep 602')
    await compare.pane(2).message.press('Enter')
    await expect.poll(() => existsSync(join(copy(), 'began'))).toBe(true)
    const place = copy()
    await compare.pane(2).region.getByRole('button', { name: 'Remove pane B' }).click()
    await expect(compare.panes).toHaveCount(2)
    await expect.poll(() => processesOfAgents(fakes, place)).toEqual([])
  })

  await test.step('agents in panes end with their window, and the next window shows what they had said', async () => {
    const compare = await openComparison(page, folder)
    await compare.pane(2).message.fill('say Begun. \nrun setsid sleep 601 & touch begun; sleep 602')
    await compare.pane(2).message.press('Enter')
    await expect.poll(() => existsSync(join(copy(), 'begun'))).toBe(true)
    await expect(compare.pane(2).answer.getByRole('group', { name: /sleep 602/ })).toBeVisible()
    const address = page.url()
    await page.close()
    await expect.poll(() => processesOfAgents(fakes, copy())).toEqual([])

    const next = await openWindow()
    await next.goto(address)
    const answer = new Compare(next).pane(2).answer
    await expect(answer).toContainText('Stopped when the window closed')
    await expect(answer.getByRole('group', { name: /sleep 602/ })).toContainText('Not finished')
    expect((await storedPanes(next))[1]).toHaveLength(2)
  })
})
