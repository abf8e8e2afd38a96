import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from '../fixtures.ts'
import { agentTest, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { agreeOutside } from '../helpers/pages/approvals.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const test = agentTest()

test('agents answer a set in copies of their folder, and a command that the user approved checks their work', async ({
  app,
  page,
  fakes,
  folder,
}) => {
  writeFileSync(join(folder, 'notes.txt'), 'one\n')
  const work = { workspace: folder, permission: 'workspace-write', isolation: 'copy' } as const
  await invoke(page, 'lineUps.save', {
    name: 'An agent and a model',
    panes: [{ model: 'codex/default', ...work }, { model: 'demo/brief' }],
  })
  const command = 'grep two notes.txt || { echo "not two" >&2; exit 4; }'
  const checks = [{ kind: 'command' as const, command, seconds: 60 }]
  await invoke(page, 'sets.create', {
    name: 'Edits',
    prompts: [
      { text: 'edit notes.txt with two\nsay Done.', checks },
      { text: 'edit notes.txt with three\nsay Done.', checks },
    ],
  })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: /^Edits/ }).press('Enter')
  await sets.getByRole('button', { name: 'Run…' }).press('Enter')
  await sets.getByRole('combobox', { name: 'Use a line-up…' }).selectOption('An agent and a model')
  await sets.getByRole('button', { name: 'Start run' }).press('Enter')

  expect(await agreeOutside(app, page)).toEqual({
    text: 'Run these commands during the run of the prompt set?',
    details: [command, folder],
  })

  await expect(sets).toContainText('4 of 4 answers · complete')
  const rows = sets.getByRole('table', { name: 'Result' }).getByRole('row')
  await expect(rows.nth(1).getByRole('img', { name: '1 of 1 passed' })).toBeVisible()
  await expect(rows.nth(1)).toContainText('1 answer')
  await expect(rows.nth(2).getByRole('img', { name: '0 of 1 passed' })).toBeVisible()
  await rows.nth(2).getByRole('button').first().press('Enter')
  await expect(sets).toContainText('failed. exit code 4: not two')
  await expect(sets).toContainText(': only for agents')

  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('one\n')
  const folders = join(app.dataFolder ?? '', 'workspaces')
  expect(readdirSync(folders)).toEqual([])
  expect(processesOfAgents(fakes, folders)).toEqual([])
})
