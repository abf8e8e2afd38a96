import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { Scene } from './scene.ts'

const name = 'Field survey 2026'

/** The files and folders of a project, and answers that had them. */
export const knowledgeScenes: Readonly<Record<string, Scene>> = {
  'knowledge-empty': async (page) => {
    await openDialog(page)
  },
  'knowledge-full': async (page) => {
    const dialog = await openDialog(page)
    await addFiles(dialog)
    await addFolder(page, dialog, folderOfFiles(400))
    await dialog.getByText('401 files').waitFor()
    await dialog.getByRole('button', { name: /^Files of/ }).click()
    await dialog.getByRole('button', { name: 'Remove methods.md' }).click()
    await dialog.getByText('was removed from the project').waitFor()
  },
  'knowledge-answer': async (page) => {
    const dialog = await openDialog(page)
    await addFiles(dialog)
    await addFolder(page, dialog, folderOfFiles(60))
    await dialog.getByText('61 files').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name, exact: true }).click()
    const chat = new Chat(page)
    await chat.beginByHand('fake/brief', 'Which model suits the counts of the survey?')
    await chat.answerThatIs('complete').waitFor()
  },
  'knowledge-excerpt': async (page, app) => {
    await knowledgeScenes['knowledge-answer']?.(page, app)
    const excerpts = page.getByRole('region', { name: 'From the project’s files' })
    await excerpts.getByRole('button', { name: /uncited/ }).click()
    await excerpts.getByRole('listitem').getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('group').waitFor()
  },
}

async function openDialog(page: Page): Promise<Locator> {
  await invoke(page, 'projects.save', { name, colour: 'green', model: 'fake/brief' })
  await page.getByRole('button', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Knowledge…' }).click()
  const dialog = page.getByRole('dialog', { name: `Knowledge of ${name}` })
  await dialog.waitFor()
  return dialog
}

async function addFiles(dialog: Locator): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'methods.md', mimeType: 'text/markdown', buffer: Buffer.from(methods) },
    {
      name: 'counts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('site;year;count\nA;2025;12\nB;2025;0\n'),
    },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') },
  ])
  await dialog.getByText('photo.png was not added').waitFor()
}

async function addFolder(page: Page, dialog: Locator, folder: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Add folder' }).click()
  await dialog.getByLabel('Full path of the folder').fill(folder)
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Review request' }).click()
  const question = await opened
  await question.getByRole('button', { name: 'Allow', exact: true }).click()
  await question.getByRole('heading').getByText('Allowed.').waitFor()
  await question.close()
  await dialog.getByRole('button', { name: 'Add folder' }).waitFor()
}

const methods = `# Methods

Counts are small and often zero. We used a Poisson model first, and a negative binomial one
where the variance was much larger than the mean.

## Sites

Each site was visited three times between April and June.
`

function folderOfFiles(count: number): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'parley-scene-')), 'survey notes')
  mkdirSync(join(folder, 'sites'), { recursive: true })
  for (let at = 0; at < count; at += 1) {
    const text = `# Site ${at}\n\nThe counts of the survey at this site were ${at % 7}. ${'The weather was fair. '.repeat(30)}\n`
    writeFileSync(join(folder, 'sites', `site-${String(at).padStart(3, '0')}.md`), text)
  }
  writeFileSync(join(folder, 'recording.wav'), '')
  truncateSync(join(folder, 'recording.wav'), 80_000_000)
  return folder
}
