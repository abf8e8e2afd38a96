import { monitorEventLoopDelay } from 'node:perf_hooks'

import { proseTokens } from '../fake-provider/sample-text.ts'
import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { completeStream, type ModelScript } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat, pickModel } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { CpuWait, withoutWait } from '../helpers/processes/cpu-wait.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { ScriptedRun } from '../helpers/pages/scripted-run.ts'
import { invoke, openByAddress, storedMessages, storedPanes } from '../helpers/pages/window-api.ts'
import { type Message, messageText, type Receipt } from '../../src/shared/sessions/messages.ts'

/** How much later the receipt dates the close of the socket than the server; negative if earlier. */
function receiptErrorMs(receipt: Receipt | undefined, request: FakeRequest): number {
  const { requestedAt = null, upstreamClosedMs = null } = receipt ?? {}
  if (requestedAt === null || upstreamClosedMs === null || request.closedMs === null) return Number.NaN
  return requestedAt + upstreamClosedMs - request.closedMs
}

/** Measures how late this process ran, because the fake server in it records its times that late. */
class OwnLateness {
  readonly #delay = monitorEventLoopDelay({ resolution: 1 })

  constructor() {
    this.#delay.enable()
  }

  /** Starts measuring again. */
  reset(): void {
    this.#delay.reset()
  }

  /** The longest delay since the last `reset`. */
  get worstMs(): number {
    return this.#delay.max / 1e6
  }
}

/** How far a receipt may differ from the server's record; both use the clock of this machine. */
const agreesWithinMs = 25
/** Main measures its lag four times a second, so on a busy machine the lag may be this much higher. */
const latenessStepMs = 250
const ownLateness = new OwnLateness()

/** How late main and this process ran while an answer was stopped. */
interface Lateness {
  mainMs: number
  ownMs: number
}

const lateToCloseMs = 400
const lateToClose: ModelScript = {
  type: 'stream',
  steps: [{ type: 'tokens', tokens: proseTokens(600), perSecond: 50 }],
  onClientClose: { type: 'close-after', ms: lateToCloseMs },
}
const whole = proseTokens(40).join('')
const held = completeStream([
  { type: 'tokens', tokens: proseTokens(20) },
  { type: 'hold' },
  { type: 'tokens', tokens: proseTokens(40).slice(20) },
])
const receiptLine = /generator .+ · socket closed .+ · saved .+ · kept [\d,]+ characters/

test.use({ appOptions: { models: { 'late-to-close': lateToClose, held } } })

const moments = [
  { when: 'the server has not sent a header', model: 'no-headers', tokens: 0 },
  { when: 'the server is silent before its first token', model: 'silent', tokens: 0 },
  { when: 'the answer streams', model: 'steady', tokens: 6 },
  { when: 'the server has fallen silent in mid-stream', model: 'stall', tokens: 20 },
  { when: `the server closes its side ${lateToCloseMs} ms later`, model: 'late-to-close', tokens: 6 },
]

test("in every phase of the answer, Stop or Escape closes a chat's request at the server, the receipts agree with the server, and the chat continues", async ({
  app,
  page,
}) => {
  await test.step("Stop closes a chat's request at the server in every phase of the answer", async () => {
    const chat = new Chat(page)
    for (const { when, model, tokens } of moments) {
      await test.step(when, async () => {
        const prompt = `Stop while ${when}`
        await chat.begin(`fake/${model}`, prompt)
        const request = await requestOf(app.fake, model, prompt)
        await request.waitForTokens(tokens)
        if (tokens > 0) await expect(chat.answer).toContainText('the a small model')

        ownLateness.reset()
        await chat.stop.click()
        await expect(chat.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
          'title',
          receiptLine,
        )
        await request.closed
        const { lateMs } = await app.health()
        await expect(chat.answer).toHaveAttribute('data-status', 'partial')

        const [question, answer, ...others] = await storedMessages(page)
        expect(others).toEqual([])
        expect(question?.role).toBe('user')
        expectStoppedOnce(answer, request, { mainMs: lateMs, ownMs: ownLateness.worstMs })
        await expect(chat.answer).toContainText(messageText({ parts: answer?.parts ?? [] }).trim())

        // The composer is ready for the next message.
        await expect(chat.send).toBeVisible()
        await chat.message.fill('Go on')
        await expect(chat.message).toHaveValue('Go on')
        await chat.message.fill('')
      })
    }
  })

  await test.step('Escape in the composer stops the answer, and the same chat answers the next message', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'First')
    const stopped = await requestOf(app.fake, 'stall', 'First')
    await stopped.waitForTokens(20)
    await chat.message.press('Escape')
    await expect(chat.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
      'title',
      receiptLine,
    )
    await stopped.closed
    await pickModel(page, page, 'fake/brief')
    await chat.ask('Second')
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')
    await expect(chat.answers).toHaveCount(2)
    // The next request includes the partial answer.
    const request = await requestOf(app.fake, 'brief', 'Second')
    expect(JSON.stringify(request.body)).toContain('the a small model')
  })

  await test.step('the receipts of five stops agree with the server, with a median difference of at most 25 ms', async () => {
    const chat = new Chat(page)
    const errorsMs: number[] = []
    const cpuWait = new CpuWait(app.pid)
    await chat.begin('fake/steady', 'Stop 1')
    for (const number of [1, 2, 3, 4, 5]) {
      if (number > 1) await chat.ask(`Stop ${number}`)
      const request = await requestOf(app.fake, 'steady', `Stop ${number}`)
      await request.waitForTokens(3)
      cpuWait.reset()
      await chat.stop.click()
      await expect(chat.answers).toHaveCount(number)
      await expect(chat.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
        'title',
        receiptLine,
      )
      await request.closed
      const waitedMs = cpuWait.ms
      const answer = (await storedMessages(page)).at(-1)
      const errorMs = Math.abs(receiptErrorMs(answer?.receipt, request))
      errorsMs.push(withoutWait(errorMs, waitedMs, { limitMs: agreesWithinMs }))
    }
    const middleMs = errorsMs.toSorted((left, right) => left - right)[2]
    expect(
      middleMs,
      `they are ${errorsMs.join(', ')} ms away from it, not counting how long the processes waited for a CPU`,
    ).toBeLessThan(agreesWithinMs)
  })

  await test.step('Stop pressed right after Send ends an answer that has hardly begun', async () => {
    const chat = new Chat(page)
    await chat.beginByHand('fake/no-headers', 'At once')
    await chat.stop.click()
    await expect(chat.answer).toContainText('Stopped')
    await expect(chat.answer).toHaveAttribute('data-status', 'partial')
    expect((await storedMessages(page)).map(({ role }) => role)).toEqual(['user', 'assistant'])
    // Whether or not a request was sent, none stays open.
    await expect.poll(() => app.fake.openSockets).toBe(0)
  })

  await test.step('panes stopped right after Send to all end, although they have hardly begun', async () => {
    const compare = new Compare(page)
    await compare.beginByHand(['fake/no-headers', 'fake/silent', 'fake/stall'])
    await compare.ask('All at once, and not at all')
    await compare.stopAll.click()
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Stopped')
    expect((await storedPanes(page)).map((messages) => messages.map(({ role }) => role))).toEqual(
      [1, 2, 3].map(() => ['user', 'assistant']),
    )
    await expect.poll(() => app.fake.openSockets).toBe(0)
  })

  await test.step('Send takes the place of Stop at once, however long the answer takes to end', async () => {
    const chat = new Chat(page)
    const { session } = await invoke(page, 'sessions.create', { model: 'fake/brief' })
    await openByAddress(page, 'chat', session.id)
    await ScriptedRun.inChat(page, session.id, [{ type: 'text-delta', text: 'Still writing' }])
    await chat.stop.click()
    await expect(chat.send).toBeVisible()
    await expect(chat.answer).toHaveAttribute('data-status', 'streaming')
  })
})

test('Stop ends single panes in different phases, and the other three continue', async ({ app, page }) => {
  const compare = new Compare(page)
  const goingOn = [1, 2, 3]
  await compare.begin([...goingOn.map(() => 'fake/held'), ...moments.map(({ model }) => `fake/${model}`)])
  const prompt = 'Stop five, one after another'
  await compare.ask(prompt)
  const requests = await Promise.all(moments.map(({ model }) => requestOf(app.fake, model, prompt)))
  const others = [
    await requestOf(app.fake, 'held', prompt),
    await requestOf(app.fake, 'held', prompt),
    await requestOf(app.fake, 'held', prompt),
  ]
  await Promise.all(requests.map((request, index) => request.waitForTokens(moments[index]?.tokens ?? 0)))
  for (const number of goingOn) await expect(compare.pane(number).status).toHaveText('Streaming')

  const lateness: Lateness[] = []
  for (const [index, request] of requests.entries()) {
    const stopped = compare.pane(goingOn.length + index + 1)
    ownLateness.reset()
    await stopped.stop.click()
    await expect(stopped.status).toHaveText('Stopped')
    await expect(stopped.answer.getByRole('button', { name: 'Stopped', exact: true })).toHaveAttribute(
      'title',
      receiptLine,
    )
    await request.closed
    lateness.push({ mainMs: (await app.health()).lateMs, ownMs: ownLateness.worstMs })
  }
  for (const other of others) other.goOn()
  for (const number of goingOn) await expect(compare.pane(number).status).toHaveText('Done')
  expect(others.map(({ isPlayed }) => isPlayed)).toEqual([true, true, true])

  const panes = await storedPanes(page)
  expect(panes.map((messages) => messages.map(({ role }) => role))).toEqual(
    panes.map(() => ['user', 'assistant']),
  )
  const answers = panes.map((messages) => messages[1])
  for (const [index, request] of requests.entries()) {
    expectStoppedOnce(answers[goingOn.length + index], request, lateness[index] ?? { mainMs: 0, ownMs: 0 })
  }
  for (const answer of answers.slice(0, goingOn.length)) {
    expect(answer?.status).toBe('complete')
    expect(messageText({ parts: answer?.parts ?? [] })).toBe(whole)
  }
})

/**
 * Checks that the partial answer was stored as sent, and that its receipt agrees with the server's record,
 * apart from the time that either process was late.
 */
function expectStoppedOnce(answer: Message | undefined, request: FakeRequest, late: Lateness): void {
  expect(answer).toMatchObject({ role: 'assistant', status: 'partial', stopReason: 'user' })
  const kept = messageText({ parts: answer?.parts ?? [] })
  expect(proseTokens(600).join('').startsWith(kept)).toBe(true)
  const { generatorEndedMs, savedMs, keptChars } = answer?.receipt ?? {}
  expect([typeof generatorEndedMs, typeof savedMs, keptChars]).toEqual(['number', 'number', kept.length])
  const errorMs = receiptErrorMs(answer?.receipt, request)
  // Main may lose its CPU between noting the time and closing the socket.
  expect(errorMs).toBeGreaterThan(-agreesWithinMs - late.ownMs - late.mainMs)
  expect(errorMs).toBeLessThan(agreesWithinMs + late.mainMs + latenessStepMs)
}
