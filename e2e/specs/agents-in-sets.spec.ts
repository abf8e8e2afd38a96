import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { startBatchFakes } from '../../src/main/providers/testing/batch-fakes.ts'
import { expect } from '../fixtures.ts'
import { agentTest, processesOfAgents } from '../helpers/pages/agent-test.ts'
import { agreeOutside, separateProcesses } from '../helpers/pages/approvals.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'

const test = agentTest()
test.use(separateProcesses)

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

test('a run in batches shows both prices, waits for its provider, and costs half', async ({ page }) => {
  await using services = await startBatchFakes()
  const model = 'openai/gpt-4o'
  const baseUrl = services.baseUrl('openai')
  await invoke(page, 'providers.save', { id: 'openai', kind: 'openai', baseUrl, apiKey: 'key' })
  await invoke(page, 'models.update', { model, price: { input: 1, output: 3 } })
  await invoke(page, 'settings.set', { compareModels: [model] })
  const { set } = await invoke(page, 'sets.create', {
    name: 'Batch',
    prompts: ['One?', 'Two?'].map((text) => ({ text, checks: [{ kind: 'contains', value: text }] })),
  })
  await openByAddress(page, 'sets', set.id)
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: 'Run…' }).press('Enter')
  await sets
    .getByRole('checkbox', { name: /^As a batch, for about \$0\.\d+ instead of \$0\.\d+/ })
    .press('Space')
  await sets.getByRole('button', { name: 'Start run' }).press('Enter')
  await expect(sets).toContainText(/Waiting for the batch at OpenAI since .+, 0 of 2 answered/)
  await expect.poll(() => services.batches.size).toBe(1)
  for (const batch of services.batches.values()) services.end(batch)
  await expect(sets).toContainText('2 of 2 answers · complete · $0.004')
  await expect(sets.getByRole('img', { name: '1 of 1 passed' }).first()).toBeVisible()
})
