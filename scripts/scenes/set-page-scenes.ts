import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../../e2e/fake-provider/script.ts'
import type { LiveApp } from '../../e2e/helpers/live-app.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { runSetToEnd } from '../../e2e/helpers/pages/run-set.ts'
import { removeSets } from './set-scenes.ts'
import type { Scene } from './scene.ts'

/** Prompt sets whose answers are pages. */
export const setPageScenes: Readonly<Record<string, Scene>> = {
  'sets-pages-prompt': async (page, app) => {
    const region = await openSet(page, app)
    await region.getByRole('list', { name: 'Prompts' }).getByRole('button').first().click()
    const tried = region.getByRole('region', { name: 'On the answers of the last run' })
    await tried.getByText(/failed. An error/).waitFor()
    await tried.getByText(/wider than a phone/).waitFor()
  },
  'sets-pages-answers': async (page, app) => {
    const region = await openAnswers(page, app)
    await region.getByText(/failed. An error/).waitFor()
  },
  'sets-pages-grid': async (page, app) => {
    await setPageScenes['sets-pages-answers']?.(page, app)
    await showPages(page)
  },
  'sets-pages-ballot': async (page, app) => {
    const region = await openAnswers(page, app)
    await region.getByRole('button', { name: '‹ Result' }).click()
    await region.getByRole('button', { name: 'Blind' }).click()
    await region.getByRole('row').nth(1).getByRole('button').first().click()
    await region.getByRole('group', { name: 'Vote', exact: true }).waitFor()
    await showPages(page)
  },
}

const styles =
  '<meta name="viewport" content="width=device-width"><style>body{margin:0;font:16px system-ui;background:#f3f6f9}header{padding:2rem;color:#fff;background:COLOUR}main{padding:1rem 2rem}button{padding:.6rem 1rem}</style>'

function timer(colour: string, rest: string): string {
  const html = `<!doctype html>\n${styles.replace('COLOUR', colour)}\n<header><h1>Tea timer</h1></header>\n<main><p>Three minutes for green tea.</p><button>Start</button></main>\n${rest}`
  return `Here is the page:\n\n\`\`\`html\n${html}\n\`\`\`\n`
}

const answers = {
  'timer-green': timer('#2c6e49', ''),
  'timer-blue': timer('#264f8c', '<script>startTimer()</script>'),
  'timer-wide': timer('#7b3f61', '<div style="width: 900px">A long shelf of tins</div>'),
  'timer-none': 'Use the timer of your phone.',
}

/** The set with a run of four models, which no window has shown yet. */
async function openSet(page: Page, { fake }: LiveApp): Promise<Locator> {
  await removeSets(page)
  for (const [model, text] of Object.entries(answers)) {
    fake.script(model, completeStream([{ type: 'tokens', tokens: [text] }]))
  }
  const { set } = await invoke(page, 'sets.create', {
    name: 'Pages',
    prompts: [
      {
        text: 'Write a tea timer as one HTML page with a button that starts it.',
        checks: [
          { kind: 'renders', seconds: 1, role: 'button', name: 'Start', fits: true },
          { kind: 'contains', value: '<button' },
        ],
      },
    ],
  })
  const models = Object.keys(answers).map((model) => `fake/${model}`)
  await runSetToEnd(page, { setId: set.id, models, repeats: 1 })
  await page.keyboard.press('Alt+Shift+S')
  const region = page.getByRole('region', { name: 'Prompt sets' })
  await region.getByRole('button', { name: /^Pages/ }).click()
  return region
}

async function openAnswers(page: Page, app: LiveApp): Promise<Locator> {
  const region = await openSet(page, app)
  await region.getByRole('button', { name: /complete/ }).click()
  const checking = region.getByText(/^Checking pages/)
  await checking.waitFor()
  await checking.waitFor({ state: 'detached' })
  await region.getByRole('row').nth(1).getByRole('button').first().click()
  return region
}

async function showPages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show pages' }).click()
  const shown = page.locator('[data-slot="page"][data-phase="painted"]')
  await shown.nth(2).waitFor()
}
