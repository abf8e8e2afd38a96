import type { Page } from '@playwright/test'

import type { ProjectId } from '../../src/shared/ids.ts'
import type { ProjectKnowledge } from '../../src/shared/knowledge/knowledge.ts'
import { knowledgeFolder, knowledgeSize } from '../data/knowledge-files.ts'
import { type Figure, latencyFigure, limitFigure, plainFigure, type Row } from '../figure.ts'
import { PageRecorder } from '../pages/page-recorder.ts'
import { stallDuring, warmUpPulse } from '../pulse.ts'
import { longestTaskFigure } from '../pages/shown-answer.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../stage.ts'

const name = 'Large project'
const indexingLimitMs = 600_000
const longestStallMs = 50
const findingMs = 50

/** Questions with rare words, common ones, and both. */
const questions = [
  'What is the code zq77x?',
  'How do I use the session store to open a file?',
  'What does the smörgåsbord say about İstanbul and the error?',
  'Where is the file of the session store?',
  'Please explain what parseSession and openStore do, and when each of them should be used here.',
  'Which note mentions the façade?',
]
const rounds = 5

/** The knowledge of a project: indexing it in the background, and finding the passages for a question. */
export const knowledge: Row<BenchStage> = {
  name: 'knowledge',
  measure: (stage) =>
    withPage(stage.page, async (page): Promise<Figure[]> => {
      const folder = knowledgeFolder(() => console.error('Creating 200 MB of text (only once)…'))
      const recorder = await PageRecorder.in(page)
      await page.goto(appAddress(stage.page))
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
      const projectId = await page.evaluate(async (project) => {
        const { parley } = globalThis as unknown as PageGlobals
        return (await parley.invoke('projects.save', { name: project, model: 'fake/brief' })).project.id
      }, name)
      try {
        await warmUpPulse(page)
        await openFolderField(page, folder)
        await recorder.forgetTasks()
        const startedMs = performance.now()
        const { longestStallMs: stallMs } = await stallDuring(page, async () => {
          await allowFolder(page)
          await untilIndexed(page, projectId)
        })
        const tookMs = performance.now() - startedMs
        const longestTaskMs = await recorder.longestTaskMs()
        const foundMs = await askAll(page, projectId)
        const what = `${knowledgeSize.files.toLocaleString('en')} files, 200 MB`
        return [
          longestTaskFigure(`longest main-thread task, indexing ${what}`, [{ longestTaskMs }]),
          limitFigure(`indexing ${what}: longest stall of main`, stallMs, longestStallMs),
          plainFigure(`indexing ${what}`, tookMs),
          latencyFigure(`passages for a question, ${what}`, foundMs, { p95Ms: findingMs }),
        ]
      } finally {
        await page.evaluate(async (id) => {
          await (globalThis as unknown as PageGlobals).parley.invoke('projects.remove', { projectId: id })
        }, projectId)
      }
    }),
}

async function openFolderField(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Knowledge…' }).click()
  const dialog = page.getByRole('dialog', { name: `Knowledge of ${name}` })
  await dialog.getByRole('button', { name: 'Add folder' }).click()
  await dialog.getByLabel('Full path of the folder').fill(folder)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Review request' }).waitFor()
}

async function allowFolder(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Review request' }).click()
  const question = await opened
  await question.getByRole('button', { name: 'Allow', exact: true }).click()
  await question.getByText('Allowed.').waitFor()
  await question.close()
}

/** Waits in the page, as little as possible, because each request is work for main. */
async function untilIndexed(page: Page, projectId: ProjectId): Promise<void> {
  await page.evaluate(
    async ([id, count, limitMs]) => {
      const { parley } = globalThis as unknown as PageGlobals
      const isComplete = ({ sources, progress }: ProjectKnowledge) =>
        progress === null && sources.some(({ indexedCount }) => indexedCount === count)
      const startedMs = performance.now()
      for (;;) {
        const { knowledge: known } = await parley.invoke('knowledge.list', { projectId: id })
        if (isComplete(known)) return
        if (performance.now() - startedMs > limitMs) throw new Error('the folder was not indexed in time')
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    },
    [projectId, knowledgeSize.files, indexingLimitMs] as const,
  )
}

/** How long each question waits for its passages; the first round only warms up. */
async function askAll(page: Page, projectId: ProjectId): Promise<number[]> {
  const samplesMs: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const question of questions) {
      const tookMs = await page.evaluate(ask, { projectId, question })
      if (round > 0) samplesMs.push(tookMs)
    }
  }
  return samplesMs
}

async function ask({ projectId, question }: { projectId: ProjectId; question: string }): Promise<number> {
  const { parley } = globalThis as unknown as PageGlobals
  const { session } = await parley.invoke('sessions.create', { projectId })
  const found = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<void>()
  const watch = parley.open(
    'session.watch',
    { sessionId: session.id },
    {
      onEvents(events) {
        for (const { type } of events) {
          if (type === 'knowledge') found.resolve(performance.now())
          if (type !== 'run-end') continue
          ended.resolve()
          found.reject(new Error('the answer had no passages'))
        }
      },
      onEnd: () => found.reject(new Error('the chat is not watched any more')),
    },
  )
  const startedMs = performance.now()
  await parley.invoke('runs.send', { sessionId: session.id, text: question })
  const tookMs = (await found.promise) - startedMs
  await ended.promise
  watch.close()
  return tookMs
}
