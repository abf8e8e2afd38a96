import { join } from 'node:path'

import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'

import type { LiveApp } from '../../e2e/helpers/live-app.ts'
import type { SpendingPurpose } from '../../src/shared/spending/spending.ts'
import type { Scene } from './scene.ts'

const dayMs = 86_400_000
const dayCount = 75
const models = [
  'anthropic/claude-sonnet-4-5',
  'openai/gpt-5.1',
  'groq/llama-3.3-70b-versatile',
  'gateway/a-model-of-the-company-with-a-long-name',
  'fake/qwen3:14b',
]
const purposes: readonly SpendingPurpose[] = ['chat', 'chat', 'comparison', 'set', 'title', 'merge', 'judge']

/** The cost of requests, by day and by model, and a limit that is reached. */
export const spendingScenes: Readonly<Record<string, Scene>> = {
  'spending-days': async (page, app) => {
    await openSpending(page, app)
    const spending = page.getByRole('dialog', { name: 'Spending' })
    await spending.getByLabel('Period').selectOption({ label: 'Last 30 days' })
    await spending.getByRole('row').nth(5).waitFor()
  },
  'spending-models': async (page, app) => {
    await openSpending(page, app)
    const spending = page.getByRole('dialog', { name: 'Spending' })
    await spending.getByLabel('Period').selectOption({ label: 'All time' })
    await spending.getByLabel('Rows').selectOption({ label: 'By model' })
    await spending.getByRole('row', { name: 'openai/gpt-5.1' }).waitFor()
  },
  'spending-limit': async (page, app) => {
    await openSpending(page, app)
    const spending = page.getByRole('dialog', { name: 'Spending' })
    const limit = spending.getByLabel('Stop at this many US dollars per month')
    await limit.fill('5')
    await limit.press('Enter')
    await spending.getByRole('heading', { name: 'Limits' }).scrollIntoViewIfNeeded()
    await page.getByText('spending limit of $5.00').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await limit.waitFor({ state: 'detached' })
  },
}

async function openSpending(page: Page, app: LiveApp): Promise<void> {
  if (app.dataFolder !== null) record(join(app.dataFolder, 'parley.db'))
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Alt+U')
}

/** Adds the same requests to the ledger each time. */
function record(file: string): void {
  const database = new Database(file)
  const insert = database.prepare(`
    INSERT OR IGNORE INTO spending (id, at, model, purpose, input_tokens, output_tokens, cost_usd)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const today = Math.floor(Date.now() / dayMs) * dayMs
  database.transaction(() => {
    for (let index = 0; index < dayCount * 6; index += 1) {
      const wave = Math.abs(Math.sin(index * 12.9898) * 43_758.5453) % 1
      const day = Math.floor(index / 6)
      if (day % 7 > 4) continue
      const model = models[Math.floor(wave * 97) % models.length] ?? ''
      const cost = model.startsWith('gateway') ? null : model.startsWith('fake') ? 0 : wave * 0.9
      const purpose = purposes[index % purposes.length] ?? 'chat'
      const tokens = Math.round(wave * 90_000)
      insert.run(`scene-${index}`, today - day * dayMs + index, model, purpose, tokens, tokens >> 3, cost)
    }
  })()
  database.close()
}
