import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { type FakeHttpServer, startFakeHttpServer } from '../../e2e/fake-mcp/http-server.ts'
import { completeStream } from '../../e2e/fake-provider/script.ts'
import { callingAnswer, toolSteps } from '../../e2e/fake-provider/tool-steps.ts'
import { inMs, median, percentile } from '../../e2e/helpers/figures.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import { type Figure, limitFigure, type Row } from '../figure.ts'
import { PageRecorder } from '../pages/page-recorder.ts'
import { stallDuring, warmUpPulse } from '../pulse.ts'
import { longestTaskFigure } from '../pages/shown-answer.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../stage.ts'

const serverId = 'bench'
const toolCount = 60
const enabled = [
  `mcp:${serverId}/large`,
  ...Array.from({ length: toolCount - 1 }, (_, index) => `mcp:${serverId}/records-${index}`),
]
const results = 5
const longestStallMs = 50
const questions = 40
/** The first questions only warm up. */
const warmUpQuestions = 10
const laterMs = 5
/** Lets a page finish its own work after loading, and after an answer. */
const settleMs = 1_500

/** A chat with 60 tools on: results of 5 MB, and how much later the first token of an answer arrives. */
export const tools: Row<BenchStage> = {
  name: 'tools',
  async measure(stage): Promise<Figure[]> {
    const server = await startFakeHttpServer({ faults: ['many-tools'] })
    try {
      return await measureWith(stage, server)
    } finally {
      await invoke(stage.page, 'servers.remove', { id: serverId })
      await server.close()
    }
  },
}

async function measureWith(stage: BenchStage, { url }: FakeHttpServer): Promise<Figure[]> {
  const { page, fake } = stage
  await invoke(page, 'servers.save', { id: serverId, transport: { type: 'http', url } })
  await invoke(page, 'servers.start', { id: serverId })
  const done = completeStream([{ type: 'tokens', tokens: ['Done.'] }])
  fake.script('large', toolSteps(callingAnswer({ name: `${serverId}__large`, input: {} }), done))
  fake.script('first', done)
  const { longestTaskMs, unfoldingTaskMs, stallMs } = await showResults(stage)
  const { withoutMs, withMs } = await firstTokens(stage)
  const withoutP50 = median(withoutMs)
  const withP50 = median(withMs)
  const what = `${results} results of 5 MB, ${toolCount} tools on`
  return [
    longestTaskFigure(`longest main-thread task, ${what}`, [{ longestTaskMs }]),
    longestTaskFigure('unfolding one of them', [{ longestTaskMs: unfoldingTaskMs }]),
    limitFigure(`longest stall of main, ${what}`, stallMs, longestStallMs),
    {
      ...limitFigure(
        `first token, ${toolCount} tools on: later than without (p50)`,
        withP50 - withoutP50,
        laterMs,
      ),
      measured: `${inMs(withP50 - withoutP50)} (${inMs(withP50)} and ${inMs(withoutP50)})`,
      details: { withP95: percentile(withMs, 0.95), withoutP95: percentile(withoutMs, 0.95) },
    },
  ]
}

async function showResults({
  page: opener,
}: BenchStage): Promise<{ longestTaskMs: number; unfoldingTaskMs: number; stallMs: number }> {
  return withPage(opener, async (page) => {
    const recorder = await PageRecorder.in(page)
    const sessionId = await createChat(opener, 'large', enabled)
    await page.goto(appAddress(opener, `#/chat/${sessionId}`))
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    // The first answer connects to the server, compiles the code and gets the permission for this chat.
    await ask(opener, sessionId)
    await warmUpPulse(opener)
    await sleep(settleMs)
    await recorder.forgetTasks()
    const { longestStallMs: stallMs } = await stallDuring(opener, async () => {
      for (let count = 0; count < results; count += 1) await ask(opener, sessionId)
      await sleep(settleMs)
    })
    const longestTaskMs = await recorder.longestTaskMs()
    await assertLarge(opener, sessionId)
    const card = page.locator('[data-slot="tool"]').last().getByRole('button', { expanded: false }).first()
    await card.waitFor()
    await recorder.forgetTasks()
    await card.click()
    await sleep(settleMs)
    return { longestTaskMs, unfoldingTaskMs: await recorder.longestTaskMs(), stallMs }
  })
}

/** How long the first token takes in chats with and without tools, one after the other. */
async function firstTokens({ page, fake }: BenchStage): Promise<{ withoutMs: number[]; withMs: number[] }> {
  const withoutMs: number[] = []
  const withMs: number[] = []
  for (let question = 0; question < questions + warmUpQuestions; question += 1) {
    for (const [samplesMs, names] of [
      [withoutMs, []],
      [withMs, enabled],
    ] as const) {
      const tookMs = await ask(page, await createChat(page, 'first', names))
      const { body } = await fake.waitForRequest('first')
      const offered = (body as { tools?: unknown[] }).tools?.length ?? 0
      if (offered < names.length) throw new Error(`the model was offered ${offered} tools`)
      if (question >= warmUpQuestions) samplesMs.push(tookMs)
    }
  }
  return { withoutMs, withMs }
}

async function createChat(page: Page, model: string, names: readonly string[]): Promise<SessionId> {
  const { session } = await invoke(page, 'sessions.create', {
    model: `fake/${model}`,
    tools: { enabled: [...names] },
  })
  return session.id
}

/** Asks, gives the permission for this chat, and waits for the end; returns how long the first token took. */
async function ask(page: Page, sessionId: SessionId): Promise<number> {
  return page.evaluate(async (id) => {
    const { parley } = globalThis as unknown as PageGlobals
    const firstToken = Promise.withResolvers<number>()
    const ended = Promise.withResolvers<void>()
    const synced = Promise.withResolvers<void>()
    let isAsked = false
    const watch = parley.open(
      'session.watch',
      { sessionId: id },
      {
        onEvents(events) {
          for (const event of events) {
            if (event.type === 'session-sync') synced.resolve()
            if (!isAsked) continue
            if (event.type === 'approval-request') {
              void parley.invoke('approvals.answer', { approvalId: event.approvalId, decision: 'session' })
            } else if (event.type === 'text-delta') firstToken.resolve(performance.now())
            else if (event.type === 'run-end') ended.resolve()
          }
        },
        onEnd: () => ended.reject(new Error('the chat is not watched any more')),
      },
    )
    await synced.promise
    isAsked = true
    const startedMs = performance.now()
    await parley.invoke('runs.send', { sessionId: id, text: 'Go' })
    await ended.promise
    watch.close()
    // Had there been no token, this would never resolve.
    firstToken.resolve(Number.NaN)
    return (await firstToken.promise) - startedMs
  }, sessionId)
}

/** Checks that the answers had the results; otherwise, errors would have been measured. */
async function assertLarge(page: Page, sessionId: SessionId): Promise<void> {
  const { messages } = await invoke(page, 'sessions.get', { sessionId })
  const texts = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(part.output)] : [])),
  )
  if (texts.length !== results + 1 || texts.some((text) => !text.includes('This is page 1 of')))
    throw new Error(
      `the results were not those of the tool: ${texts.map((text) => text.slice(0, 200)).join()}`,
    )
}
