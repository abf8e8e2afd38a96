import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { agentTest, commandsOfAgents } from '../helpers/pages/agent-test.ts'
import { agreeOutside, agreeUnseen, separateProcesses } from '../helpers/pages/approvals.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const test = agentTest()
test.use(separateProcesses)

/** Two agents, each in a copy of `folder`. */
async function openContest(page: Page, folder: string, choice: { isBlind: boolean }): Promise<Compare> {
  const work = { workspace: folder, permission: 'workspace-write', isolation: 'copy' } as const
  const { comparison } = await invoke(page, 'compare.create', {
    models: [
      { model: 'claude-code/default', ...work },
      { model: 'codex/default', ...work },
    ],
    ...choice,
  })
  await page.goto(new URL(`#/compare/${encodeURIComponent(comparison.id)}`, page.url()).href)
  const compare = new Compare(page)
  await expect(compare.panes).toHaveCount(2)
  return compare
}

function checkDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Check the agents’ work' })
  return {
    dialog,
    places: dialog.getByRole('list', { name: 'Results' }).getByRole('listitem'),
    async run(command: string) {
      await dialog.getByRole('textbox', { name: 'Command' }).fill(command)
      await dialog.getByRole('button', { name: 'Run in 2 folders' }).click()
    },
  }
}

test('the user’s command runs in each agent’s folder once approved, Stop ends it completely, and the winner’s changes are applied', async ({
  app,
  page,
  fakes,
  folder,
}) => {
  writeFileSync(join(folder, 'notes.txt'), 'one\n')
  const compare = await openContest(page, folder, { isBlind: false })
  for (const [index, text] of ['two', 'three'].entries()) {
    const pane = compare.pane(index + 1)
    await pane.message.fill(`edit notes.txt with ${text}\nsay Done.`)
    await pane.message.press('Enter')
    await expect(pane.status).toHaveText('Done')
    await expect(pane.region.getByRole('group', { name: 'Agent changes' })).toContainText('1 file changed')
  }

  await compare.pane(1).region.getByRole('button', { name: 'Check', exact: true }).click()
  const check = checkDialog(page)
  const command = 'grep two notes.txt || { echo "not two" >&2; exit 4; }'
  await check.run(command)
  expect(await agreeOutside(app, page)).toEqual({
    text: 'Run this command to check the agents’ work?',
    details: [command, folder],
  })
  await expect(check.places.nth(0)).toContainText('Passed')
  await expect(check.places.nth(1)).toContainText('Exit code 4')
  await expect(check.places.nth(1)).toContainText('not two')
  expect((await inspectState(page, 'check dialog')).violations).toEqual([])

  await check.run('echo begun; setsid sleep 601 & sleep 602')
  await agreeUnseen(app, page)
  const workFolders = join(app.dataFolder ?? '', 'workspaces')
  await expect.poll(() => commandsOfAgents(fakes, workFolders).join('\n')).toContain('sleep 601')
  await expect(check.places.nth(0)).toContainText('Checking…')
  await check.dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(check.places.nth(0)).toContainText('Stopped')
  expect(commandsOfAgents(fakes, workFolders)).toEqual([])
  await expect(check.places.nth(1)).toContainText('Exit code 4')

  // A command that was allowed is not asked about again.
  await check.run(command)
  await expect(check.places.nth(0)).toContainText('Passed')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(compare.pane(1).region).toContainText('Passed')
  await expect(compare.pane(2).region).toContainText('Exit code 4')

  // Answers to different questions cannot be voted on.
  await compare.ask('say All done.')
  await page
    .getByRole('group', { name: 'Vote', exact: true })
    .getByRole('button', { name: 'Answer A is best' })
    .click()
  await page.getByRole('button', { name: 'Apply A’s changes' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await expect(review.getByRole('group', { name: 'Panes with changes' }).getByRole('button')).toHaveText([
    /A · .*Passed/,
    /B · .*Exit code 4/,
  ])
  // A letter votes in the bar, but not in a dialog that was opened from it.
  await review.getByRole('button', { name: 'Apply all' }).press('b')
  await review.getByRole('button', { name: 'Apply all' }).click()
  await expect(review.getByRole('status').last()).toContainText('Applied 1 file')
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('two\n')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Vote', exact: true })).toContainText(/A .+ > B /)
})

test('while contestants are hidden, their changes and the check are shown without anything that names an agent', async ({
  app,
  page,
  folder,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  const names = /claude|anthropic|codex|openai/i
  writeFileSync(join(folder, 'notes.txt'), 'one\n')
  const compare = await openContest(page, folder, { isBlind: true })
  await compare.ask('edit notes.txt with two\nedit CLAUDE.md with mine\nsay Done.')
  for (const number of [1, 2]) {
    const bar = compare.pane(number).region.getByRole('group', { name: 'Agent changes' })
    await expect(bar).toContainText('1 file changed')
  }
  await compare.pane(1).region.getByRole('button', { name: 'Check', exact: true }).click()
  const check = checkDialog(page)
  await check.run('ls; cat notes.txt *.md')
  await agreeUnseen(app, page)
  for (const index of [0, 1]) await expect(check.places.nth(index)).toContainText('notes.txt')
  expect(await check.dialog.innerHTML()).not.toMatch(names)
  await page.keyboard.press('Escape')

  await compare.pane(2).region.getByRole('button', { name: 'Review changes in pane B' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await expect(review).toContainText('1 file names the agent that wrote it')
  await expect(review.getByRole('group', { name: /Changes in notes\.txt/ })).toContainText('two')
  await expect(review.getByRole('button', { name: /Apply|Discard/ })).toHaveCount(0)
  expect(await review.innerHTML()).not.toMatch(names)
  await page.keyboard.press('Escape')

  await page
    .getByRole('group', { name: 'Vote', exact: true })
    .getByRole('button', { name: 'Answer B is best' })
    .click()
  await page.getByRole('button', { name: 'Apply B’s changes' }).click()
  await expect(review.getByRole('checkbox', { name: 'Apply CLAUDE.md' })).toBeChecked()
  await expect(review.getByRole('button', { name: 'Apply all' })).toBeVisible()
})
