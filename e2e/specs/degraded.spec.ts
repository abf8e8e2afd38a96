import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { CpuWait, withoutWait } from '../helpers/processes/cpu-wait.ts'
import { inMs, median, percentile } from '../helpers/figures.ts'
import type { Desk, LiveApp } from '../helpers/live-app.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'

/** How soon a request must be refused. */
const refusedWithinMs = 50
const refusalsMeasured = 21

/** The banner above the view, located as a user would find it. */
function banner(page: Page) {
  const region = page.getByRole('region', { name: 'Problem' })
  return {
    region,
    says: region.getByRole('status'),
    details: region.getByRole('button', { name: 'Details', exact: true }),
    restart: region.getByRole('button', { name: 'Restart Parley' }),
    reload: region.getByRole('button', { name: 'Reload' }),
    hide: region.getByRole('button', { name: 'Hide' }),
  }
}

function sessions(page: Page) {
  return page.getByRole('navigation', { name: 'Chats' })
}

/**
 * Not the app of the file, which must not break. The tests share it because each ends with an app that was restarted, or
 * whose fault is gone.
 */
let app: LiveApp
let desk: Desk
test.beforeAll(async ({ startApp }) => {
  app = await startApp({})
})
test.afterAll(() => app.close())
test.beforeEach(async () => {
  desk = await app.openDesk()
})
// oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
test.afterEach(async ({}, { status }) => {
  // A skipped test has opened none.
  if (status !== 'skipped') await desk.close()
})

/** A window with one chat that was answered before the fault. */
async function withAnsweredChat(question: string): Promise<Page> {
  const page = await desk.openWindow()
  await answerIn(page, question)
  return page
}

async function answerIn(page: Page, question: string): Promise<void> {
  const chat = new Chat(page)
  await chat.begin('fake/brief', question)
  await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
}

test('with the run manager shut, requests are refused within 50 ms, a message is kept, old chats stay readable, and a restart fixes it', async () => {
  const page = await withAnsweredChat('Before the run manager was shut')
  const chat = new Chat(page)
  const address = page.url()
  const { bootId } = await app.health()
  await invoke(page, 'test.shutRuns', {})
  await test.step('requests that need the run manager are refused within 50 ms', measureRefusals)

  await chat.ask('Will this be answered?')
  const refusal = page.getByRole('alert')
  await expect(refusal).toContainText('New answers cannot start.')
  await expect(refusal).toContainText('the run manager was shut by test.shutRuns')
  await expect(refusal.getByRole('button', { name: 'Regenerate' })).toHaveCount(0)
  await expect(chat.message).toHaveValue('Will this be answered?')
  await expect(chat.answer).toContainText('Here is the answer.')

  const { region, says, details, restart } = banner(page)
  await expect(says).toHaveText('New answers cannot start. You can still read and copy, and open Settings.')
  await details.click()
  await expect(region).toContainText('Error: the run manager was shut by test.shutRuns')
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await sessions(page).getByRole('link', { name: 'Before the run manager was shut' }).click()
  await expect(chat.answer).toContainText('Here is the answer.')
  await chat.message.fill('Half a sentence that nobody has s')

  const reloaded = page.waitForEvent('load')
  await restart.click()
  await reloaded
  await expect(region).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(chat.message).toHaveValue('Half a sentence that nobody has s')
  await expect(chat.answer).toContainText('Here is the answer.')
  const after = await app.health()
  expect(after.status).toBe('ok')
  expect(after.bootId).not.toBe(bootId)
  await chat.ask('And now?')
  await expect(chat.answers).toHaveCount(2)
  await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
})

/** Checks how soon requests that need the run manager are refused while it is shut. */
async function measureRefusals(): Promise<void> {
  const client = await app.host?.connect()
  if (client === undefined) throw new Error('the web host has no wire')
  const { session } = await client.invoke('sessions.create', { model: 'demo/brief', title: 'Refused' })
  const tookMs: number[] = []
  const cpuWait = new CpuWait(app.pid)
  for (let index = 0; index < refusalsMeasured; index += 1) {
    cpuWait.reset()
    const startedMs = performance.now()
    const refused = client.invoke('runs.send', { sessionId: session.id, text: 'Hello?' })
    await expect(refused).rejects.toMatchObject({
      code: 'DEGRADED',
      data: { cause: { message: expect.stringContaining('shut by test.shutRuns') } },
    })
    const elapsedMs = performance.now() - startedMs
    tookMs.push(withoutWait(elapsedMs, cpuWait.ms, { limitMs: refusedWithinMs }))
  }
  const medianMs = median(tookMs)
  console.log(`refused with DEGRADED: p50 ${inMs(medianMs)}, p95 ${inMs(percentile(tookMs, 0.95))}`)
  expect(medianMs).toBeLessThan(refusedWithinMs)
  await client.close()
}

test('an app that is restarted asks while panes are answering, and keeps partial answers and unsent edits', async () => {
  const page = await desk.openWindow()
  const other = await desk.openWindow()
  await test.step('saves the partial answer in one window and the unsent edit of a message in another', async () => {
    await answerIn(page, 'Before the restart')
    await new Chat(page).questions.getByRole('button', { name: 'Edit' }).click()
    const field = page.getByRole('textbox', { name: 'Edit message' })
    await field.fill('Rewritten, and not sent yet')
    const chat = new Chat(other)
    await chat.begin('fake/steady', 'Interrupted by a restart')
    await expect(chat.answer).toContainText('the a small model')
    const reloaded = Promise.all([page.waitForEvent('load'), other.waitForEvent('load')])
    await invoke(other, 'app.restart', {})
    await reloaded
    await expect(chat.answerThatIs('partial')).toContainText('Stopped when Parley closed')
    await expect(sessions(page).getByRole('link', { name: 'Interrupted by a restart' })).toBeVisible()
    expect((await app.health()).status).toBe('ok')

    await expect(field).toHaveValue('Rewritten, and not sent yet')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(new Chat(page).questions).toContainText('Before the restart')
    await expect(field).toHaveCount(0)
  })

  await test.step('a restart while panes are answering asks for confirmation, and stops them only then', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/brief'])
    await compare.ask('Stay with me')
    await compare.pane(1).status.getByText('Streaming').waitFor()
    await invoke(page, 'test.throwLater', { afterMs: 0 })
    const { restart } = banner(page)
    await restart.click()
    const question = page.getByRole('dialog', {
      name: 'One answer is being written and will stop.',
    })
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await question.getByRole('button', { name: 'Stay' }).press('Enter')
    await expect(question).toBeHidden()
    await expect(compare.pane(1).status).toHaveText('Streaming')

    await restart.click()
    const reloaded = page.waitForEvent('load')
    await question.getByRole('button', { name: 'Restart Parley' }).click()
    await reloaded
    await expect(compare.pane(1).status).toHaveText('Stopped')
  })
})

test('while the disk is full, the store is damaged or a view fails to render, all else stays usable, and all is well once the cause is gone', async () => {
  const page = await withAnsweredChat('Before anything broke')
  await test.step('on a full disk everything stays readable, nothing is created, and the banner goes once there is space', async () => {
    await invoke(page, 'test.storeFault', { kind: 'full' })
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await chat.ask('Something new')
    await expect(page.getByRole('alert')).toContainText('The disk is full')
    await expect(chat.message).toHaveValue('Something new')

    const { region, says, restart } = banner(page)
    await expect(says).toContainText('Nothing new can be saved: the disk is full.')
    await expect(restart).toHaveCount(0)
    expect((await inspectState(page, 'a full disk')).violations).toEqual([])
    await sessions(page).getByRole('link', { name: 'Before anything broke' }).click()
    await expect(chat.answer).toContainText('Here is the answer.')

    await invoke(page, 'test.storeFault', { kind: null })
    await expect(region).toBeHidden({ timeout: scaledTimeout(10_000) })
    await chat.ask('There is room again')
    await expect(chat.answers).toHaveCount(2)
    expect((await app.health()).fatalErrors).toEqual([])
  })

  await test.step('a damaged store shows an error in place of the chat, and the chat appears once it can be read', async () => {
    await answerIn(page, 'Before the damage')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.reload()
    await expect(sessions(page).getByRole('link', { name: 'Before the damage' })).toBeVisible()
    await invoke(page, 'test.storeFault', { kind: 'damaged' })
    await sessions(page).getByRole('link', { name: 'Before the damage' }).click()
    const refusal = page.getByRole('main').getByRole('alert')
    await expect(refusal).toContainText('is damaged')
    await expect(refusal.getByRole('button', { name: 'Try again' })).toHaveCount(0)

    const { region, says, hide } = banner(page)
    await expect(says).toContainText('The file with your chats cannot be read.')
    await hide.focus()
    await page.keyboard.press('Enter')
    await expect(region).toBeHidden()
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Escape')

    await invoke(page, 'test.storeFault', { kind: null })
    await expect(new Chat(page).answer).toContainText('Here is the answer.', {
      timeout: scaledTimeout(10_000),
    })
    await expect(refusal).toHaveCount(0)
    expect((await app.health()).fatalErrors).toEqual([])
  })

  await test.step('a rendering error in a view leaves the rest of the window usable, can be copied, and is gone after a reload', async () => {
    await page.evaluate(recordCopies)
    await invoke(page, 'test.throwInRender', {})
    const broken = page.getByRole('main').getByRole('alert')
    await expect(broken).toContainText('This view could not be displayed')
    await broken.getByRole('button', { name: 'Copy details' }).click()
    const copied = await page.evaluate(copiedText)
    expect(copied).toContain('Error: thrown in render by test.throwInRender')
    expect(copied).toMatch(/\n\s+at /)
    // The component stack has the minified names of the built window.
    expect(copied.split('thrown in render by test.throwInRender')[1]).toMatch(/at main\b/)

    const { region, says, restart, reload } = banner(page)
    await expect(says).toContainText('Something in a Parley window failed.')
    await expect(restart).toHaveCount(0)
    await expect(reload).toBeVisible()
    // The sidebar is rendered separately.
    await sessions(page).getByRole('link', { name: 'Before anything broke' }).hover()
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Escape')

    await broken.getByRole('button', { name: 'Reload' }).click()
    await expect(new Chat(page).answer).toContainText('Here is the answer.')
    await expect(region).toBeHidden()
    // Main records the error for anyone who asks.
    expect((await app.health()).fatalErrors).toMatchObject([{ source: 'window:render' }])
  })
})

/** Runs in the page: records what is copied, so that the test needs no clipboard permission. */
function recordCopies(): void {
  const { navigator } = globalThis as unknown as { navigator: object }
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText(text: string) {
        Reflect.set(globalThis, 'copiedText', text)
        return Promise.resolve()
      },
    },
  })
}

function copiedText(): string {
  return String(Reflect.get(globalThis, 'copiedText'))
}
