import { expect, test, windowAnswersWithinMs } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'
import { assertNotDegraded, assertSameAfter } from '../helpers/preflight.ts'
import { healthThroughWindow, invoke } from '../helpers/window-api.ts'

const renderError = {
  source: 'render' as const,
  name: 'TypeError',
  message: 'undefined is not a list',
  stack: 'TypeError: undefined is not a list\n    at Messages (app.js:1:1)',
  componentStack: '\n    at Messages\n    at Chat',
}

test('main and the window give the same account of the app', async ({ app, page }) => {
  const direct = await app.health()
  const through = await healthThroughWindow(page, windowAnswersWithinMs)
  expect(through.bootId).toBe(direct.bootId)
  expect(through.pid).toBe(direct.pid)
  expect([direct.status, through.status]).toEqual(['ok', 'ok'])
  expect(direct.fatalErrors).toEqual([])
  expect(through.checks.map(({ id, status }) => [id, status])).toEqual([
    ['store', 'ok'],
    ['runs', 'ok'],
    ['window', 'ok'],
    ['disk', 'ok'],
  ])
  expect(through.uptimeMs).toBeGreaterThanOrEqual(direct.uptimeMs)
})

test('health is nowhere in the window', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
  await expect(page.getByText(/health|boot/i)).toHaveCount(0)
})

test('what is asked of the app at once is answered at once, also during an answer', async ({ app, page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/steady-500', 'Busy')
  await expect(chat.answer).toContainText('Section 1')
  assertNotDegraded(await app.health())
  assertNotDegraded(await healthThroughWindow(page, windowAnswersWithinMs))
  await chat.stop.click()
  await expect(chat.answer).toContainText('Stopped by you')
})

test('an app that broke stops the next test before it starts, with the first error', async ({ startApp }) => {
  const app = await startApp({ provider: 'none' })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    const before = await app.health()
    assertNotDegraded(before)
    await invoke(page, 'window.reportError', renderError)
    await invoke(page, 'window.reportError', { ...renderError, message: 'a later one' })

    const after = await app.health()
    expect(after.status).toBe('degraded')
    expect(after.fatalErrorCount).toBe(2)
    expect((await healthThroughWindow(page, windowAnswersWithinMs)).status).toBe('degraded')
    const refused = messageOf(() => assertNotDegraded(after))
    expect(refused).toContain('this test did not start: the app was already degraded')
    expect(refused).toContain('render: TypeError: undefined is not a list')
    expect(refused).toContain(renderError.stack)
    expect(refused).toContain(renderError.componentStack)
    expect(refused).not.toContain('a later one')
    expect(messageOf(() => assertSameAfter(before, after))).toContain('2 fatal error(s) during this test')

    // The rest goes on working, and the user is told once, quietly.
    await expect(page.getByText('A part of Parley is not working.')).toBeVisible()
    const chat = new Chat(page)
    await chat.begin('demo/brief', 'Still there?')
    await expect(chat.answerThatIs('complete')).toBeVisible({ timeout: 10_000 })
    await desk.close()
  } finally {
    await app.close()
  }
})

test('an error that nothing caught in the window is recorded with its trace', async ({ startApp }) => {
  const app = await startApp({ provider: 'none' })
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('nobody caught this')
      }, 0)
    })
    await thrown
    await expect
      .poll(async () => (await app.health()).fatalErrors.map(({ source, message }) => [source, message]))
      .toEqual([['window:error', 'nobody caught this']])
    await desk.close()
  } finally {
    await app.close()
  }
})

test('a window that went away leaves the app well', async ({ app, page, openWindow }) => {
  test.skip(app.host === null, 'Electron has one window, and ends with it')
  const other = await openWindow()
  await other.close()
  await expect
    .poll(async () => (await app.health()).checks.find(({ id }) => id === 'window')?.detail)
    .toBe('1 attached, all answer')
  assertNotDegraded(await healthThroughWindow(page, windowAnswersWithinMs))
})

function messageOf(act: () => void): string {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'it did not throw'
}
