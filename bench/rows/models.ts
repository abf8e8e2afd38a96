import { setTimeout as sleep } from 'node:timers/promises'

import type { Locator, Page } from '@playwright/test'

import { startFakeProvider } from '../../e2e/fake-provider/fake-provider.ts'
import { cataloguePath, modelCatalogue } from '../../e2e/fake-provider/model-catalogue.ts'
import { type Figure, limitFigure, plainFigure, type Row } from '../figure.ts'
import { PageRecorder } from '../pages/page-recorder.ts'
import { longestTaskFigure } from '../pages/shown-answer.ts'
import { stallDuring, warmUpPulse } from '../pulse.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../stage.ts'

const modelCount = 5_000
/** More than any provider has. */
const longListCount = 20_000
const query = 'vision large'
/** After this, a step has no effect any more. */
const settleMs = 300
const scrollSteps = 20

interface Measured {
  longestTaskMs: number
  tookMs: number
}

/**
 * Opens, searches, filters and scrolls a list of 5,000 models: in the picker, and in Settings. Also reads one of 20,000.
 */
export const models: Row<BenchStage> = {
  name: 'models',
  async measure(stage): Promise<Figure[]> {
    const long = await withCatalogue(stage.page, longListCount, async (list) => {
      await warmUpPulse(stage.page)
      return stallDuring(stage.page, list)
    })
    const stall = limitFigure(
      `longest time without an answer of main, while it lists ${longListCount.toLocaleString('en')} models`,
      long.longestStallMs,
      50,
    )
    return withCatalogue(stage.page, modelCount, async (list) => {
      await list()
      return withPage(stage.page, async (page) => {
        const recorder = await PageRecorder.in(page)
        await page.goto(appAddress(stage.page))
        await page.getByRole('combobox', { name: 'Model' }).waitFor()
        const measure = (act: () => Promise<unknown>) => measured(recorder, act)
        // The first time also fetches and compiles the code.
        await inPicker(page, measure)
        const picker = await inPicker(page, measure)
        await inSettings(page, measure)
        const settings = await inSettings(page, measure)
        return [stall, ...figuresOf('the picker', picker), ...figuresOf('Settings', settings)]
      })
    })
  },
}

/** Adds a provider with so many models, and removes it after `work`, which gets a function that lists them. */
async function withCatalogue<Result>(
  page: Page,
  count: number,
  work: (list: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const provider = await startFakeProvider({ routes: modelCatalogue(count) })
  const baseUrl = `http://127.0.0.1:${provider.port}${cataloguePath}`
  const list = () =>
    page.evaluate(async (address) => {
      const { parley } = globalThis as unknown as PageGlobals
      await parley.invoke('providers.save', { id: 'many', kind: 'openai-compatible', baseUrl: address })
      await parley.invoke('models.list', { refresh: true })
    }, baseUrl)
  try {
    return await work(list)
  } finally {
    await page.evaluate(() =>
      (globalThis as unknown as PageGlobals).parley.invoke('providers.remove', { id: 'many' }),
    )
    await provider.close()
  }
}

type Measure = (act: () => Promise<unknown>) => Promise<Measured>
type Steps = Record<'open' | 'type' | 'filter' | 'scroll', Measured>

async function inPicker(page: Page, measure: Measure): Promise<Steps> {
  const option = page.locator('[role=option]').first()
  const open = await measure(async () => {
    await page.getByRole('combobox', { name: 'Model' }).click()
    await option.waitFor()
  })
  const scroll = await measure(() => wheel(page, page.locator('[data-slot="model-list-scroll"]')))
  const type = await measure(() => page.keyboard.type(query))
  const filter = await measure(() => toolsFilter(page).click())
  await page.keyboard.press('Escape')
  return { open, type, filter, scroll }
}

async function inSettings(page: Page, measure: Measure): Promise<Steps> {
  const row = page.locator('[data-slot="models-row"]').first()
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.waitFor()
  const open = await measure(async () => {
    await settings.getByRole('button', { name: 'Models', exact: true }).click()
    await row.waitFor()
  })
  const scroll = await measure(() => wheel(page, row))
  const type = await measure(async () => {
    await settings.getByRole('searchbox', { name: 'Search models' }).focus()
    await page.keyboard.type(query)
  })
  const filter = await measure(() => toolsFilter(settings).click())
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  return { open, type, filter, scroll }
}

/** Settings and the composer have buttons of this name, too. */
function toolsFilter(place: Page | Locator): Locator {
  const filters = place.getByRole('group', { name: 'Filter models' })
  return filters.getByRole('button', { name: 'Tools', exact: true })
}

async function wheel(page: Page, place: Locator): Promise<void> {
  await place.hover()
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, 2_000)
    await sleep(16)
  }
}

async function measured(recorder: PageRecorder, act: () => Promise<unknown>): Promise<Measured> {
  await sleep(settleMs)
  await recorder.forgetTasks()
  const startedMs = performance.now()
  await act()
  const tookMs = performance.now() - startedMs
  await sleep(settleMs)
  return { longestTaskMs: await recorder.longestTaskMs(), tookMs }
}

function figuresOf(where: string, { open, ...others }: Steps): Figure[] {
  return [
    plainFigure(`opening ${where} with 5,000 models`, open.tookMs),
    longestTaskFigure(`longest main-thread task, ${where} with 5,000 models`, [
      open,
      ...Object.values(others),
    ]),
  ]
}
