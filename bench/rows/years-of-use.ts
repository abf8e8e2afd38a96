import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { startFakeProvider } from '../../e2e/fake-provider/fake-provider.ts'
import { cataloguePath, modelCatalogue } from '../../e2e/fake-provider/model-catalogue.ts'
import { type Figure, limitFigure, type Row } from '../figure.ts'
import { settleMs, withDataFolder, withOwnHost } from '../pages/own-host.ts'
import type { PageRecorder } from '../pages/page-recorder.ts'
import { longestTaskFigure } from '../pages/shown-answer.ts'
import { stallDuring, warmUpPulse } from '../pulse.ts'
import type { BenchStage } from '../stage.ts'
import { saveProvider, startFigures } from './cold-start.ts'
import { systemClock } from '../../src/main/base/clock.ts'
import { randomId } from '../../src/main/base/new-id.ts'
import { seededRandom } from '../../src/main/base/seeded-random.ts'
import { openSessionDatabase } from '../../src/main/store/opening/open-session-database.ts'
import { ProjectStore } from '../../src/main/store/projects/project-store.ts'
import { TreeWriter } from '../../src/main/store/sessions/tree-writer.ts'
import type { ProjectId } from '../../src/shared/ids.ts'
import { projectColours } from '../../src/shared/projects/projects.ts'
import { SampleMessages } from '../data/sample-messages.ts'
import { anyOf, Vocabulary } from '../data/vocabulary.ts'

/** The data of someone who has kept everything for years. */
const yearsOfUse = { chats: 10_000, projects: 500, models: 5_000 } as const

const chatsPerTransaction = 500
const hourMs = 3_600_000

/** Fills a new data folder with many short chats, a third of them in projects. Takes a few seconds. */
function fillYearsOfUse(folder: string, chatCount: number = yearsOfUse.chats): void {
  const database = openSessionDatabase(folder, { clock: systemClock, onSlowStatement: () => {} })
  try {
    const random = seededRandom('years-of-use')
    const samples = new SampleMessages(random, new Vocabulary(random))
    const store = new ProjectStore(database, { clock: systemClock, newId: randomId })
    const projects: ProjectId[] = []
    for (let index = 0; index < yearsOfUse.projects; index += 1) {
      const colour = anyOf(random, projectColours)
      projects.push(store.save({ name: `${samples.title(false)} ${index}`, colour }).id)
    }
    const writer = new TreeWriter(database, { newId: randomId, pause: () => Promise.resolve() })
    const now = systemClock.now()
    for (let from = 0; from < chatCount; from += chatsPerTransaction) {
      writer.writeTogether(
        Array.from({ length: chatsPerTransaction }, (_, offset) => {
          const createdAt = now - (from + offset) * hourMs
          const place = { status: 'complete', createdAt } as const
          return {
            session: {
              title: samples.title(false),
              title_source: 'auto',
              model: 'many/model-1',
              project_id: random.below(3) === 0 ? anyOf(random, projects) : null,
              created_at: createdAt,
              updated_at: createdAt,
            } as const,
            messages: [
              { ...place, key: 'q', parentKey: null, role: 'user', parts: samples.question(false) },
              { ...place, key: 'a', parentKey: 'q', role: 'assistant', parts: samples.answer(false) },
            ] as const,
            leafKey: 'a',
            alsoStore: () => {},
          }
        }),
      )
    }
  } finally {
    database.close()
  }
}

const { chats, projects, models } = yearsOfUse
const size = `${chats / 1_000},000 chats, ${projects} projects and ${models / 1_000},000 models`
const scrollSteps = 20

/**
 * The start with 10,000 chats, 500 projects and 5,000 models, and what the sidebar does then; and how long it takes to
 * offer questions of 50,000 chats for a prompt set.
 */
export const yearsOfUseRow: Row<BenchStage> = {
  name: 'years-of-use',
  measure: async (stage) => [
    ...(await withDataFolder(async (userData) => {
      const provider = await startFakeProvider({ routes: modelCatalogue(models) })
      try {
        fillYearsOfUse(userData)
        await saveProvider(userData, `http://127.0.0.1:${provider.port}${cataloguePath}`)
        return [
          ...(await startFigures(stage, userData, `the same with ${size}`)),
          await withOwnHost(stage, userData, sidebarFigure),
        ]
      } finally {
        await provider.close()
      }
    })),
    ...(await withDataFolder((userData) => {
      fillYearsOfUse(userData, manyChats)
      return withOwnHost(stage, userData, candidateFigures)
    })),
  ],
}

const manyChats = 50_000
const candidatesMs = 10_000
const longestStallMs = 50

/** Lists the 2,000 most typical questions of all chats, and scrolls to the last. */
async function candidateFigures(page: Page, recorder: PageRecorder): Promise<Figure[]> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: 'From chats…' }).click()
  const options = sets.getByRole('listbox', { name: 'Questions from your chats' }).getByRole('option')
  await options.first().waitFor()
  await warmUpPulse(page)
  await sets.getByRole('spinbutton', { name: 'How many' }).fill('2000')
  await options.and(sets.locator('[aria-setsize="2000"]')).first().waitFor()
  await sleep(settleMs)
  await recorder.forgetTasks()
  let tookMs = 0
  const { longestStallMs: stallMs } = await stallDuring(page, async () => {
    const startedMs = performance.now()
    await sets.getByRole('combobox', { name: 'Order' }).selectOption('typical')
    await sets.getByText('Reading your chats…').waitFor()
    await sets.getByText(/questions found/).waitFor()
    tookMs = performance.now() - startedMs
  })
  await sets.getByRole('listbox', { name: 'Questions from your chats' }).press('End')
  await sets.locator('[aria-posinset="2000"]').waitFor()
  const longestTaskMs = await recorder.longestTaskMs()
  const what = `candidates from ${manyChats / 1_000},000 chats`
  return [
    limitFigure(`2,000 ${what}`, tookMs, candidatesMs),
    limitFigure(`2,000 ${what}: longest stall of main`, stallMs, longestStallMs),
    longestTaskFigure(`longest main-thread task, 2,000 ${what}`, [{ longestTaskMs }]),
  ]
}

/** Scrolls the projects and chats of the window, and opens a project. */
async function sidebarFigure(page: Page, recorder: PageRecorder): Promise<Figure> {
  const tasks: { longestTaskMs: number }[] = []
  const measure = async (act: () => Promise<unknown>) => {
    await act()
    await sleep(settleMs)
    tasks.push({ longestTaskMs: await recorder.longestTaskMs() })
    await recorder.forgetTasks()
  }
  const project = page.getByRole('region', { name: 'Projects' }).locator('[data-slot="project-link"]')
  const chat = page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first()
  // The first load is measured above, and runs code for the first time.
  await Promise.all([project.first().waitFor(), chat.waitFor()])
  await sleep(settleMs)
  await recorder.forgetTasks()
  await measure(() => wheelOver(page, '[data-slot="project-link"]'))
  await measure(() => wheelOver(page, '[data-slot="session-link"]'))
  await measure(async () => {
    await project.last().click()
    await page.getByRole('button', { name: 'Back to all chats' }).waitFor()
  })
  return longestTaskFigure(`longest main-thread task in the sidebar, with ${size}`, tasks)
}

async function wheelOver(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().hover()
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, 1_000)
    await sleep(16)
  }
}
