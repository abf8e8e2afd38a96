import type { Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { setAppearance } from '../helpers/pages/accessibility.ts'
import { pickModel } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { inspectedModels, Inspections, type Look } from '../helpers/pages/inspections.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const saying = (text: string) => completeStream([{ type: 'tokens', tokens: [text] }])

test.use({
  appOptions: {
    models: {
      ...inspectedModels,
      iron: saying('It is 300 m of iron.'),
      steel: saying('It is 324 m of steel.'),
      judge: saying('{"why": "Both are wrong.", "better": "tie"}'),
    },
  },
})

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

const scenes = {
  'comparing two': async (page: Page, look: Look) => {
    const compare = new Compare(page)
    await compare.beginByHand(['fake/prose', 'fake/error-401'])
    await look('new')
    for (const item of ['Line-ups…', 'Vary one setting…', 'Pace…']) {
      await page.getByRole('button', { name: 'Set up', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole('dialog').waitFor()
      await look(item)
      await page.keyboard.press('Escape')
    }
    await compare.ask('Both of you')
    await compare.pane(1).status.getByText('Done').waitFor()
    await compare.pane(2).status.getByText('Failed').waitFor()
    await look('done and failed')
    await page.getByRole('button', { name: 'Actions for pane 1' }).click()
    await page.getByRole('menu').waitFor()
    await look('menu of a pane')
    await page.getByRole('menuitem', { name: 'Model settings…' }).click()
    await page.getByRole('dialog').waitFor()
    await look('settings of a pane')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Metrics' }).click()
    await page.getByRole('dialog', { name: 'Metrics' }).waitFor()
    await look('figures')
    await page.getByRole('button', { name: 'Replay…' }).click()
    const replay = page.getByRole('dialog', { name: 'Replay' })
    await replay.getByRole('radio', { name: '10×' }).press('Space')
    await look('replay')
    await page.keyboard.press('Escape')
    await replay.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await compare.pane(1).message.focus()
    await page.keyboard.press('Alt+m')
    await page.getByRole('button', { name: 'Show pane 2' }).waitFor()
    await look('one maximised')
  },
  merging: async (page: Page, look: Look) => {
    const compare = new Compare(page)
    await compare.begin(['fake/prose', 'fake/prose'])
    await compare.ask('Both of you')
    await compare.pane(1).status.getByText('Done').waitFor()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Merged answer' })
    await pickModel(page, panel, 'fake/prose')
    await panel.getByRole('combobox', { name: 'Kind of merge' }).selectOption('improve')
    await look('form')
    await panel.getByRole('button', { name: 'Merge', exact: true }).click()
    await panel.getByRole('button', { name: 'Continue as chat' }).waitFor()
    await look('merged')
  },
  'deciding in a small window': async (page: Page, look: Look) => {
    await page.setViewportSize({ width: 900, height: 600 })
    const compare = new Compare(page)
    await compare.beginByHand(['fake/iron', 'fake/steel'])
    await page.keyboard.press('Alt+B')
    await compare.ask('Of what?')
    await page.getByRole('button', { name: 'Reveal without voting…' }).click()
    await page.getByRole('dialog').waitFor()
    await look('reveal dialog')
    await page.keyboard.press('Escape')
    await look('blind answers')
    await page.keyboard.press('Alt+V')
    await page.keyboard.press('a')
    await page.getByText('Revealed:').first().waitFor()
    await look('revealed')
    await page.getByRole('button', { name: 'Differences' }).click()
    const differences = page.getByRole('dialog', { name: 'Differences' })
    await pickModel(page, differences, 'fake/judge')
    await differences.getByRole('button', { name: 'Judge' }).first().click()
    await differences.getByText('No passage is better.').waitFor()
    await look('differences with a verdict')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+Shift+E')
    await page.getByRole('dialog', { name: 'Export this comparison' }).waitFor()
    await look('export')
    await page.keyboard.press('Escape')
    const votes = ['Alpha,Beta,a', 'Alpha,Beta,a', 'Beta,Gamma,b', 'Alpha,Gamma,tie']
    await invoke(page, 'votes.import', { csv: ['a,b,result', ...votes].join('\n') })
    await page.keyboard.press('Alt+Shift+R')
    await page.getByRole('dialog', { name: 'Ranking' }).getByRole('row', { name: /Gamma/ }).first().waitFor()
    await look('ranking')
    await page.keyboard.press('Escape')
    await invoke(page, 'settings.set', { compareBlind: false })
  },
  'comparing four': (page: Page, look: Look) => compareMany(page, look, 4),
  'comparing four with high contrast and the largest text': async (page: Page, look: Look) => {
    await setAppearance(page, { highContrast: true, textSize: 'largest' })
    await compareMany(page, look, 4)
  },
  'comparing eight': (page: Page, look: Look) => compareMany(page, look, 8),
  'comparing eight in a small window': async (page: Page, look: Look) => {
    await page.setViewportSize({ width: 900, height: 600 })
    await compareMany(page, look, 8)
  },
}

/** The scenes, by the window that they share. */
const windows: readonly (readonly (keyof typeof scenes)[])[] = [
  ['comparing two', 'merging', 'deciding in a small window'],
  ['comparing four', 'comparing four with high contrast and the largest text'],
  ['comparing eight'],
  ['comparing eight in a small window'],
]

test.beforeEach(async ({ page }) => {
  await setAppearance(page, { theme: 'light', highContrast: false, textSize: 'normal' })
})

for (const names of windows) {
  test(`${names.join(', ')}: no accessibility violations in either theme`, async ({ page }) => {
    for (const name of names) {
      await test.step(name, async () => {
        const before = inspections.count
        const rules = name.includes('high contrast') ? 'colour and size' : 'all'
        await scenes[name](page, inspections.of(page, name, rules))
        expect(inspections.count, 'it inspects a state').toBeGreaterThan(before)
      })
    }
  })
}

async function compareMany(page: Page, look: Look, count: number): Promise<void> {
  const compare = new Compare(page)
  await compare.begin(
    Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'fake/essay' : 'fake/prose')),
  )
  await compare.ask('All of you at once')
  await compare.pane(1).status.getByText('Streaming').waitFor()
  await compare.pane(2).status.getByText('Done').waitFor()
  await look('running')
  await compare.stopAll.click()
  await compare
    .pane(count - 1)
    .status.getByText('Stopped')
    .waitFor()
  await look('done')
}
