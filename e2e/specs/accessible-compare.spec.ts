import type { Page } from '@playwright/test'

import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { setAppearance } from '../helpers/pages/accessibility.ts'
import { pickModel } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { inspectedModels, Inspections, type Look } from '../helpers/pages/inspections.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({
  appOptions: {
    models: {
      ...inspectedModels,
      iron: saying('The tower of iron is 300 m high.'),
      steel: saying('The tower of steel is 324 m high.'),
      judge: saying('{"why": "Both are wrong.", "better": "tie"}'),
    },
  },
})

/** As in `playwright.config.ts`. */
const wholeWindow = { width: 1440, height: 900 }
const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

interface Looks {
  look: Look
  /** For a state that differs only in colours and sizes from one that was inspected. */
  lookAgain: Look
}

const scenes = {
  'comparing two': async (page: Page, { look }: Looks) => {
    const compare = new Compare(page)
    await invoke(page, 'settings.set', { compareModels: ['fake/prose', 'fake/error-401'] })
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await expect(compare.pane(2).region.getByRole('combobox', { name: 'Model' })).toHaveValue('error-401')
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
    await page.getByRole('button', { name: 'Show pane B' }).waitFor()
    await look('one maximised')
  },
  merging: async (page: Page, { look }: Looks) => {
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
  'deciding in a small window': async (page: Page, { look }: Looks) => {
    await page.setViewportSize({ width: 900, height: 600 })
    const compare = new Compare(page)
    await compare.begin(['fake/iron', 'fake/steel'], { isBlind: true })
    await compare.ask('Of what?')
    await compare.pane(1).answer.waitFor()
    await look('blind answers')
    await page.keyboard.press('Alt+V')
    await page.keyboard.press('a')
    await page.getByText('Revealed:').first().waitFor()
    await look('revealed')
    await page.getByRole('button', { name: 'Differences' }).click()
    const differences = page.getByRole('complementary', { name: 'Differences' })
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
    await page.getByRole('region', { name: 'Ranking' }).getByRole('row', { name: /Gamma/ }).first().waitFor()
    await look('ranking')
  },
  'comparing eight, also in a small window': async (page: Page, { look, lookAgain }: Looks) => {
    const compare = await askMany(page, 8)
    await look('running and done')
    await stopMany(compare, 8)
    await page.setViewportSize({ width: 900, height: 600 })
    await page.getByRole('button', { name: 'Show pane B' }).waitFor()
    await lookAgain('stopped and done, in a small window')
    await page.setViewportSize(wholeWindow)
  },
  'comparing four with high contrast and the largest text': async (page: Page, { lookAgain }: Looks) => {
    await setAppearance(page, { highContrast: true, textSize: 'largest' })
    await askMany(page, 4)
    await lookAgain('running and done')
  },
}

/** The scenes, by the window that they share. */
const windows: readonly (readonly (keyof typeof scenes)[])[] = [
  ['comparing two', 'merging', 'deciding in a small window'],
  ['comparing eight, also in a small window', 'comparing four with high contrast and the largest text'],
]

test.beforeEach(async ({ page }) => {
  await setAppearance(page, { theme: 'light', highContrast: false, textSize: 'normal' })
})

for (const names of windows) {
  test(`${names.join(', ')}: no accessibility violations in either theme`, async ({ page }) => {
    for (const name of names) {
      await test.step(name, async () => {
        const before = inspections.count
        await scenes[name](page, {
          look: inspections.of(page, name),
          lookAgain: inspections.of(page, name, 'colour and size'),
        })
        expect(inspections.count, 'it inspects a state').toBeGreaterThan(before)
      })
    }
  })
}

/** Asks `count` models at once, every other one of which is still answering afterwards. */
async function askMany(page: Page, count: number): Promise<Compare> {
  const compare = new Compare(page)
  await compare.begin(
    Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'fake/essay' : 'fake/prose')),
  )
  await compare.ask('All of you at once')
  await compare.pane(1).status.getByText('Streaming').waitFor()
  await compare.pane(2).status.getByText('Done').waitFor()
  return compare
}

async function stopMany(compare: Compare, count: number): Promise<void> {
  await compare.stopAll.click()
  await compare
    .pane(count - 1)
    .status.getByText('Stopped')
    .waitFor()
}
