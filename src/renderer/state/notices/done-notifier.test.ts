import { expect, test, vi } from 'vitest'

import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Pane, SessionSummary } from '../../../shared/sessions/sessions'
import { FakeEnvironment } from '../../testing/fake-parley'
import { someSession } from '../../testing/run-events'
import { DoneNotifier } from './done-notifier'
import type { View } from '../navigation/navigation'

const pane = (sessionId: string) => ({ sessionId: sessionId as SessionId }) as Pane
const chat = (name: string): View => ({ kind: 'chat', sessionId: name as SessionId })

/** One window; `answers` are the last answers of each chat, `failures` why continuing them failed. */
function setUp(answers: Record<string, Partial<Message>> = {}, failures: Record<string, ErrorData> = {}) {
  const environment = new FakeEnvironment()
  let updatedAt = 1
  environment.parley.answers['sessions.get'] = ({ sessionId }) => ({
    session: someSession({ id: sessionId as SessionId, title: `Chat ${sessionId}`, updatedAt: updatedAt++ }),
    messages: [
      {
        id: `answer of ${sessionId}` as MessageId,
        sessionId: sessionId as SessionId,
        parentId: null,
        role: 'assistant',
        parts: [{ type: 'text', text: `**Words** of ${sessionId}` }],
        status: 'complete',
        createdAt: 1,
        ...answers[sessionId],
      },
    ],
    hasMore: false,
    hasNewer: false,
    versions: {},
    continuations: [],
    ...(failures[sessionId] === undefined ? {} : { failure: failures[sessionId] }),
  })
  let view = chat('shown')
  let isOn = true
  let endShown: string | null = null
  const viewListeners: (() => void)[] = []
  const go = (next: View) => {
    view = next
    for (const listener of viewListeners) listener()
  }
  const notifier = new DoneNotifier({
    environment,
    isOn: () => isOn,
    currentView: () => view,
    endShownIn: () => endShown,
    onViewChanged: (listener) => viewListeners.push(listener),
    go,
  })
  const { surroundings, notifications } = environment
  const change = (name: string, running: boolean) =>
    notifier.sessionChanged({
      ...someSession({ id: name as SessionId }),
      running,
      unseen: false,
    } satisfies SessionSummary)
  /** Chats answer and end, and the windows have time to announce what they show. */
  const end = async (...names: string[]) => {
    for (const name of names) change(name, true)
    for (const name of names) change(name, false)
    await settle()
  }
  const settle = async () => {
    environment.runTimers()
    await vi.dynamicImportSettled()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return {
    environment,
    notifier,
    surroundings,
    notifications,
    change,
    end,
    settle,
    go,
    view: () => view,
    turnOff: () => {
      isOn = false
    },
    knowEnd: (id: string) => {
      endShown = id
    },
    told: () => notifications.shown.map(({ title, body }) => [title, body]),
  }
}

test('notifies of answers in other chats and hidden windows, but not of one that is shown', async () => {
  const { end, told, surroundings } = setUp()
  await end('shown')
  expect(told()).toEqual([])
  await end('other')
  surroundings.hide(true)
  await end('other two')
  expect(told()).toEqual([
    ['Chat other', 'Words of other'],
    ['2 answers are ready', 'Chat other, Chat other two'],
  ])
})

test('an answer that another one follows at once is not announced before that one has ended', async () => {
  const { change, settle, told } = setUp()
  change('other', true)
  change('other', false)
  change('other', true)
  await settle()
  expect(told()).toEqual([])
  change('other', false)
  await settle()
  expect(told()).toEqual([['Chat other', 'Words of other']])
})

test('an answer that begins right after a shown one has ended is announced if it ends unseen', async () => {
  const { change, go, settle, told } = setUp()
  change('shown', true)
  change('shown', false)
  change('shown', true)
  go(chat('other'))
  change('shown', false)
  await settle()
  expect(told()).toEqual([['Chat shown', 'Words of shown']])
})

test('does not notify when the setting is off', async () => {
  const { end, told, turnOff } = setUp()
  turnOff()
  await end('other')
  expect(told()).toEqual([])
})

test('shows the error of a failure and the question of a form, and nothing for an answer that the user stopped', async () => {
  const { end, told, go } = setUp({
    failed: {
      status: 'failed',
      stopReason: 'error',
      parts: [{ type: 'error', code: 'TIMEOUT', message: 'Too late.' }],
    },
    cut: { status: 'partial', stopReason: 'idle-timeout' },
    form: { parts: [{ type: 'form', formId: 'f', title: 'Where to?', schema: {} }] },
    stopped: { status: 'partial', stopReason: 'user' },
    empty: { parts: [] },
  })
  for (const name of ['failed', 'cut', 'form', 'stopped', 'empty']) {
    await end(name)
    go(chat(name))
  }
  expect(told()).toEqual([
    ['Chat failed', 'Too late.'],
    ['Chat cut', 'Timed out: no output'],
    ['Chat form', 'Needs your input: Where to?'],
    ['Chat empty', 'The answer is ready'],
  ])
})

test('shows each time why continuing an answer failed, even if the user had stopped that answer', async () => {
  const { end, told, go } = setUp(
    { stopped: { status: 'partial', stopReason: 'user' } },
    { stopped: { code: 'TIMEOUT', message: 'Too late.' } },
  )
  for (const name of ['stopped', 'stopped']) {
    await end(name)
    go(chat(name))
    go(chat('shown'))
  }
  expect(told()).toEqual([
    ['Chat stopped', 'Too late.'],
    ['Chat stopped', 'Too late.'],
  ])
})

test('shows one notification for several answers that end together', async () => {
  const { end, told } = setUp()
  await end('a', 'b', 'c')
  expect(told()).toEqual([['3 answers are ready', 'Chat a, Chat b, Chat c']])
})

test('does not notify twice when title generation follows an answer', async () => {
  const { end, told, go } = setUp()
  await end('other')
  await end('other')
  await end('shown')
  go(chat('elsewhere'))
  await end('shown')
  expect(told()).toHaveLength(1)
})

test('does not ask for an answer that this window shows, and does not notify of it later', async () => {
  const { end, environment, told, go, knowEnd } = setUp()
  knowEnd('answer of shown')
  await end('shown')
  expect(environment.parley.callsOf('sessions.get')).toEqual([])
  go(chat('elsewhere'))
  await end('shown')
  expect(told()).toEqual([])
})

test('a click opens the chat, and chats that have been seen are no longer counted', async () => {
  const { end, told, notifications, surroundings, view, go } = setUp()
  await end('a')
  notifications.shown[0]?.onClick()
  expect([surroundings.broughtToFront, view()]).toEqual([1, chat('a')])
  await end('b')
  go(chat('b'))
  expect(notifications.takenAway).toBe(1)
  go(chat('elsewhere'))
  await end('c')
  expect(told().map(([title]) => title)).toEqual(['Chat a', 'Chat b', 'Chat c'])
})

test('one of two windows notifies, and none while the other shows the chat', async () => {
  const one = setUp()
  const other = setUp()
  one.surroundings.others = [other.surroundings]
  other.surroundings.others = [one.surroundings]
  other.surroundings.speaks = false
  one.surroundings.hide(true)
  const endBoth = async (name: string) => {
    for (const { change } of [one, other]) change(name, true)
    for (const { change } of [one, other]) change(name, false)
    await one.settle()
    await other.settle()
  }
  await endBoth('shown')
  expect([one.told(), other.told()]).toEqual([[], []])
  await endBoth('third')
  expect([one.told().length, other.told().length]).toEqual([1, 0])
})

test('asks for permission only after an answer ended unseen, and accepts a refusal', async () => {
  const { end, told, notifications, notifier } = setUp()
  notifications.current = 'default'
  expect(notifier.store.getState().isOffered).toBe(false)
  await end('shown')
  expect(notifier.store.getState().isOffered).toBe(false)
  await end('a')
  expect([notifier.store.getState().isOffered, told()]).toEqual([true, []])
  notifications.answer = 'denied'
  await notifier.ask()
  await end('b')
  expect([notifier.store.getState().isOffered, told()]).toEqual([false, []])
})

test('notifies of a run that was in progress when the window opened', async () => {
  const { environment, notifier, change, settle, told } = setUp()
  environment.parley.answers['runs.list'] = () => ({
    runs: [
      {
        runId: 'r' as RunId,
        sessionId: 'other' as SessionId,
        kind: 'detached',
        model: 'demo/brief',
        startedAt: 1,
        lastSeq: 0,
      },
    ],
  })
  await notifier.attached()
  change('other', false)
  await settle()
  expect(told()).toEqual([['Chat other', 'Words of other']])
})

test('notifies once when all panes of a comparison are done, with the number of failures', async () => {
  const { environment, notifier, settle, told } = setUp({
    two: {
      status: 'failed',
      stopReason: 'error',
      parts: [{ type: 'error', code: 'TIMEOUT', message: 'No.' }],
    },
  })
  const id = 'c' as ComparisonId
  environment.parley.answers['compare.get'] = () => ({
    comparison: {
      id,
      title: 'Race',
      panes: [pane('one'), pane('two'), pane('three')],
      isBlind: false,
      revealedAt: null,
      createdAt: 1,
      updatedAt: 1,
    },
  })
  const summary = {
    id,
    title: 'Race',
    paneCount: 3,
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 1,
  }
  for (const running of [true, true, true, false]) notifier.comparisonChanged({ ...summary, running })
  await settle()
  expect(told()).toEqual([['Race', '2 panes are done, 1 failed']])
})
