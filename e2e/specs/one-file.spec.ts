import type { Browser, Page } from '@playwright/test'
import type Axe from 'axe-core'
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** Minified, so that a page compiles it in half the time. */
const axe = createRequire(import.meta.url)('axe-core/axe.min.js') as typeof Axe

const question = 'How long is the diagonal of a unit square?'
const beginning = 'It is '
const code = '```js\nconst diagonal = Math.sqrt(2)\n```\n'
const diagram = '```mermaid\nflowchart LR\n  side[Side] --> diagonal\n```\n'
const first = `${beginning}$\\sqrt{2}$, about **1.41**.\n\n${diagram}\n${code}`
const second = 'About 1.5.'

test.use({
  appOptions: {
    models: {
      // The replay includes the pause, so that the test sees an unfinished answer.
      exact: completeStream([
        { type: 'tokens', tokens: [beginning] },
        { type: 'wait', ms: 4_000 },
        { type: 'tokens', tokens: first.slice(beginning.length).split(/(?<= )/) },
      ]),
      rough: completeStream([{ type: 'tokens', tokens: [second] }]),
    },
  },
})

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-one-file-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a comparison is exported as one file that a browser shows without scripts or a network, and opens again', async ({
  page,
  browser,
}) => {
  const compare = new Compare(page)
  await compare.begin(['fake/exact', 'fake/rough'])
  await compare.ask(question)
  const bar = page.getByRole('group', { name: 'Vote', exact: true })
  await expect(bar).toContainText('Which answer is best?')
  await page.keyboard.press('Alt+V')
  await page.keyboard.press('a')
  await expect(bar).toContainText(/A .*exact > B .*rough/)

  await page.keyboard.press('Alt+Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Export this comparison' })
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const download = await downloading
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  await expect(dialog.getByRole('status')).toContainText('Saved as')
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ javaScriptEnabled: false, offline: true })
  const shown = await context.newPage()
  const requests: string[] = []
  shown.on('request', (request) => requests.push(request.url()))
  const address = pathToFileURL(file).href
  await shown.goto(address)
  await expect(shown.locator('article.user')).toContainText(question)
  await expect(shown.getByRole('heading', { name: 'A · fake/exact' })).toBeVisible()
  await expect(shown.locator('math')).toBeVisible()
  await expect(shown.locator('.code-keyword')).toHaveText('const')
  // A picture that cannot be shown has no natural size.
  await expect(shown.getByRole('img', { name: 'Diagram' })).not.toHaveJSProperty('naturalWidth', 0)
  await expect(shown.getByText('A (fake/exact) is the best of 2.')).toBeVisible()
  for (const [colorScheme, ground] of [
    ['light', 'rgb(250, 249, 247)'],
    ['dark', 'rgb(23, 24, 26)'],
  ] as const) {
    await shown.emulateMedia({ colorScheme })
    await expect(shown.locator('body')).toHaveCSS('background-color', ground)
  }
  expect(requests).toEqual([address])
  await context.close()
  expect(await violationsOf(browser, address)).toEqual([])

  const { comparison } = await invoke(page, 'compare.get', {
    comparisonId: (await invoke(page, 'compare.list', {})).comparisons[0]?.id ?? '',
  })
  await invoke(page, 'compare.delete', { comparisonId: comparison.id })
  const settings = await openSettings(page, 'Data')
  await settings.getByLabel('File to import').setInputFiles(file)
  await expect(settings.getByRole('status')).toContainText('Imported 1 comparison with all its panes.')
  await settings.getByRole('button', { name: 'Open comparison' }).click()
  await expect(compare.pane(2).answer).toContainText(second)
  await expect(bar).toContainText(/A .*exact > B .*rough/)
  await expect(bar).toContainText('From a file')

  await page.keyboard.press('Alt+Shift+F')
  await page.getByRole('button', { name: 'Replay…' }).press('Enter')
  const replay = page.getByRole('dialog', { name: 'Replay' })
  const answer = replay.getByRole('region', { name: 'Answer A' })
  await expect(replay.getByRole('region', { name: 'Answer B' })).toHaveText(second)
  await expect(answer).not.toContainText('1.41')
  await replay.getByRole('radio', { name: '10×' }).press('Space')
  await expect(answer).toContainText('const diagonal')
  await expect(replay.getByRole('status')).toHaveText('The replay has ended.')
  await page.keyboard.press('Escape')
  await expect(replay).toBeHidden()
})

/** Runs axe on an exported page in both themes; only the rules for colours depend on it. */
async function violationsOf(browser: Browser, address: string): Promise<string[]> {
  const context = await browser.newContext({ offline: true })
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page.evaluate(axe.source)
    const light = await inspect(page, 'light', {})
    const dark = await inspect(page, 'dark', { runOnly: ['color-contrast', 'link-in-text-block'] })
    return [...light, ...dark]
  } finally {
    await context.close()
  }
}

async function inspect(page: Page, colorScheme: 'light' | 'dark', rules: Axe.RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  return page.evaluate(async (options) => {
    const { axe: inspector } = globalThis as unknown as { axe: typeof Axe }
    const { violations, passes } = await inspector.run({ ...options, resultTypes: ['violations'] })
    if (passes.length === 0) return ['nothing was inspected']
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
  }, rules)
}
