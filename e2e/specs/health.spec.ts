import type { RouteInput, TestRouteName } from '../../src/shared/rpc/contract.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { healthThroughWindow, invoke } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'
import { diagnose } from '../suite/ask-health.ts'
import type { ParleyApi } from '../../src/renderer/rpc/parley-api.ts'

const renderError = {
  source: 'render' as const,
  name: 'TypeError',
  message: 'undefined is not a list',
  stack: 'TypeError: undefined is not a list\n    at Messages (app.js:1:1)',
  componentStack: '\n    at Messages\n    at Chat',
}

test(
  'main and the window report the same health, which the window never shows',
  { tag: '@attachable' },
  async ({ app, page }) => {
    const direct = await app.health()
    const through = await healthThroughWindow(page)
    expect(through.bootId).toBe(direct.bootId)
    expect(through.pid).toBe(direct.pid)
    expect([direct.status, through.status]).toEqual(['ok', 'ok'])
    expect(direct.fatalErrors).toEqual([])
    expect(through.checks.map(({ id, status }) => [id, status])).toEqual([
      ['store', 'ok'],
      ['runs', 'ok'],
      ['window', 'ok'],
      ['disk', 'ok'],
      ['agents', 'ok'],
    ])
    expect(through.uptimeMs).toBeGreaterThanOrEqual(direct.uptimeMs)
    await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
    await expect(page.getByText(/health|boot/i)).toHaveCount(0)
  },
)

test('reports health without delay, also during an answer', async ({ app, page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/steady-500', 'Busy')
  await expect(chat.answer).toContainText('Section 1')
  expect((await app.health()).status).toBe('ok')
  expect((await healthThroughWindow(page)).status).toBe('ok')
  await chat.stop.click()
  await expect(chat.answer).toContainText('Stopped')
})

test('keeps the first fatal error with its traces, however many follow', async ({ startApp }) => {
  const app = await startApp({ provider: 'none' })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    await invoke(page, 'window.reportError', renderError)
    await page.evaluate(async (error) => {
      const { parley } = globalThis as unknown as { parley: ParleyApi }
      for (let count = 1; count <= 300; count += 1) {
        await parley.invoke('window.reportError', { ...error, message: `a later one, number ${count}` })
      }
    }, renderError)

    const diagnosis = await diagnose(app)
    if (diagnosis.kind === 'well') throw new Error('the app is healthy after 300 fatal errors')
    expect(diagnosis.health?.fatalErrorCount).toBe(301)
    expect((await healthThroughWindow(page)).status).toBe('degraded')
    const { breakage } = diagnosis
    expect(breakage.summary).toBe('window:render: TypeError: undefined is not a list')
    expect(breakage.report).toContain(renderError.stack)
    expect(breakage.report).toContain(renderError.componentStack)
    expect(breakage.report).toContain(
      '300 more followed, the newest of them: window:render: TypeError: a later one, number 300',
    )

    // Everything else keeps working.
    const chat = new Chat(page)
    await chat.begin('demo/brief', 'Still there?')
    await expect(chat.answerThatIs('complete')).toBeVisible({ timeout: scaledTimeout(10_000) })
    await desk.close()
  } finally {
    await app.close()
  }
})

test('records an uncaught error in the window with its trace', async ({ startApp }) => {
  const app = await startApp({ provider: 'none' })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('an uncaught error')
      }, 0)
    })
    await thrown
    await expect
      .poll(async () => (await app.health()).fatalErrors.map(({ source, message }) => [source, message]))
      .toEqual([['window:error', 'an uncaught error']])
    await desk.close()
  } finally {
    await app.close()
  }
})

test('a closed window does not degrade the app', async ({ app, page, openWindow }) => {
  const other = await openWindow()
  await other.close()
  await expect
    .poll(async () => (await app.health()).checks.find(({ id }) => id === 'window')?.detail)
    .toBe('1 attached, all answer')
  expect((await healthThroughWindow(page)).status).toBe('ok')
})

test('an app that was not started for tests has no test routes', async ({ startApp }) => {
  const app = await startApp({ provider: 'none', env: { PARLEY_TEST: undefined } })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    for (const route of testRouteNames) {
      await expect(invoke(page, route, testInputs[route]), route).rejects.toThrow(`Unknown route: ${route}`)
    }
    expect((await app.health()).status).toBe('ok')
    await desk.close()
  } finally {
    await app.close()
  }
})

/** Every test route, with a valid input. */
const testInputs: { [Name in TestRouteName]: RouteInput<Name> } = {
  'test.throwInRender': {},
  'test.throwLater': { afterMs: 0 },
  'test.freezeWindow': { ms: 5_000 },
  'test.freezeMain': { ms: 5_000 },
  'test.killRenderer': {},
  'test.shutRuns': {},
  'test.storeFault': { kind: 'full' },
  'test.dropWire': {},
  'test.skewClock': { ms: 1_000 },
  'test.connections': {},
}
const testRouteNames = Object.keys(testInputs) as TestRouteName[]
