import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { startFakeProvider } from '../../e2e/fake-provider/fake-provider.ts'
import { cataloguePath, modelCatalogue } from '../../e2e/fake-provider/model-catalogue.ts'
import { startHost } from '../../e2e/helpers/processes/host.ts'
import type { Figure, Row } from '../figure.ts'
import { PageRecorder } from '../pages/page-recorder.ts'
import { longestTaskFigure } from '../pages/shown-answer.ts'
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
function fillYearsOfUse(folder: string): void {
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
    for (let from = 0; from < yearsOfUse.chats; from += chatsPerTransaction) {
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
/** After this, a step has no effect any more. */
const settleMs = 500

/** The start with 10,000 chats, 500 projects and 5,000 models, and what the sidebar does then. */
export const yearsOfUseRow: Row<BenchStage> = {
  name: 'years-of-use',
  async measure(stage): Promise<Figure[]> {
    const userData = mkdtempSync(join(tmpdir(), 'parley-bench-years-'))
    const provider = await startFakeProvider({ routes: modelCatalogue(models) })
    try {
      fillYearsOfUse(userData)
      await saveProvider(userData, `http://127.0.0.1:${provider.port}${cataloguePath}`)
      return [
        ...(await startFigures(stage, userData, `the same with ${size}`)),
        await sidebarFigure(stage, userData),
      ]
    } finally {
      await provider.close()
      rmSync(userData, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

/** Loads the window, scrolls its projects and chats, and opens a project. */
async function sidebarFigure({ page: onStage }: BenchStage, userData: string): Promise<Figure> {
  const browser = onStage.context().browser()
  if (browser === null) throw new Error('the page belongs to no browser')
  const host = await startHost({ userData })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const recorder = await PageRecorder.in(page)
    await page.goto(host.url)
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
  } finally {
    await context.close()
    await host.stop()
  }
}

async function wheelOver(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().hover()
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, 1_000)
    await sleep(16)
  }
}
