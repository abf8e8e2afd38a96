import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Locator, Page } from '@playwright/test'

import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { askedTwo, judgeFirstConflict, voted } from './deciding-scenes.ts'
import { openResult } from './set-scenes.ts'
import type { Scene } from './scene.ts'

/** Pages that Parley exports: they are shown by the browser alone. */
export const exportedScenes: Readonly<Record<string, Scene>> = {
  'exported-comparison': async (page) => {
    await askedTwo(page, 'fake/tower-drawn')
    await page.getByRole('group', { name: 'Vote', exact: true }).waitFor()
    await page.keyboard.press('Alt+V')
    await page.keyboard.press('b')
    await page.getByText('B is best').first().waitFor()
    await page.keyboard.press('Alt+Shift+E')
    const dialog = page.getByRole('dialog', { name: 'Export this comparison' })
    await showExported(page, dialog.getByRole('button', { name: 'Export', exact: true }))
    await page.getByRole('img', { name: 'Diagram' }).waitFor()
  },
  'exported-verdicts': async (page) => {
    await askedTwo(page, 'fake/tower-drawn')
    await judgeFirstConflict(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+Shift+E')
    const dialog = page.getByRole('dialog', { name: 'Export this comparison' })
    await showExported(page, dialog.getByRole('button', { name: 'Export', exact: true }))
    await page.getByRole('heading', { name: 'Verdicts on differences' }).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 10_000)
  },
  'exported-ranking': async (page) => {
    await voted(page)
    await page.keyboard.press('Alt+Shift+R')
    const region = page.getByRole('region', { name: 'Ranking' })
    await region.getByRole('row').first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await showExported(page, page.getByRole('menuitem', { name: 'One file (HTML)' }))
  },
  'exported-page': async (page) => {
    await showExportedPage(page)
  },
  'exported-page-shown': async (page) => {
    await showExportedPage(page)
    await page.getByRole('button', { name: 'Show page' }).click()
    await page.locator('dialog[open]').waitFor()
  },
  'exported-run': async (page, app) => {
    await openResult(page, app)
    await page.getByRole('button', { name: 'Export' }).click()
    await showExported(page, page.getByRole('menuitem', { name: 'One file (HTML)' }))
  },
}

/** Shows the page of an answer in the exported file of its chat. */
async function showExportedPage(page: Page): Promise<void> {
  const { session } = await invoke(page, 'sessions.import', {
    title: 'A tea timer',
    messages: [
      { role: 'user', content: 'Write a tea timer.' },
      {
        role: 'assistant',
        content:
          'Here it is:\n\n```html\n<h1>Tea timer</h1>\n<p>Three minutes for green tea.</p>\n<button>Start</button>\n```\n\nAnd as a component:\n\n```tsx\nexport default function Timer() {\n  return <button>Start</button>\n}\n```',
      },
    ],
  })
  const { content } = await invoke(page, 'sessions.export', { sessionId: session.id, format: 'html' })
  const file = join(mkdtempSync(join(tmpdir(), 'parley-exported-')), 'page.html')
  writeFileSync(file, content)
  await page.goto(pathToFileURL(file).href)
  await page.getByRole('button', { name: 'Show page' }).waitFor()
}

/** Chooses what saves a page, and goes to that page. */
async function showExported(page: Page, choose: Locator): Promise<void> {
  const downloading = page.waitForEvent('download')
  await choose.click()
  const download = await downloading
  const file = join(mkdtempSync(join(tmpdir(), 'parley-exported-')), 'page.html')
  await download.saveAs(file)
  await page.goto(pathToFileURL(file).href)
}
