import { expect, test } from 'vitest'

import { type Message, messageText } from '../../../shared/sessions/messages'
import { ComparisonStore } from '../../store/comparisons/comparison-store'
import { StoppedRounds } from '../../store/comparisons/stopped-rounds'
import { answer, asRun, beginRun, openTestStore } from '../../store/testing/test-store'
import { ShortenedAnswers } from './shortened-answers'

/** A comparison of three panes, with rounds of answers that begin together. */
function open() {
  const { database, store, clock, newId } = openTestStore()
  const comparisons = new ComparisonStore(database, store, { clock, newId })
  const models = ['a', 'b', 'c'].map((name) => ({ model: `demo/${name}`, params: {} }))
  const { id, panes } = comparisons.create({ models, isBlind: true })
  const unsaved = new Map<string, Message>()
  const rounds = new StoppedRounds(database, (sessionId) => unsaved.get(sessionId) ?? null)
  const shortened = new ShortenedAnswers(rounds, { ended: () => undefined })
  return {
    comparisons,
    id,
    panes,
    /**
     * Asks the panes that have an answer; each ends a second after the one before. The disk refuses the answers from
     * `refusedFrom` on.
     */
    round: (
      name: string,
      answers: readonly (Partial<Message> | null)[],
      { refusedFrom = answers.length, pauseMs = 60_000 } = {},
    ): Message[] => {
      clock.advance(pauseMs)
      const asked = answers.flatMap((given, index) => {
        const sessionId = panes[index]?.sessionId
        return given === null || sessionId === undefined
          ? []
          : [{ given, sessionId, run: `${name}-${index}` }]
      })
      for (const { sessionId, run } of asked) beginRun(store, sessionId, run)
      const messages = asked.map(({ given, sessionId, run }) => ({ ...answer(sessionId, run), ...given }))
      for (const [index, { run }] of asked.entries()) {
        clock.advance(1_000)
        const message = messages[index]
        if (message === undefined) continue
        if (index < refusedFrom) store.settleRun(asRun(`run-${run}`), message)
        else unsaved.set(message.sessionId, message)
      }
      return messages
    },
    saveUnsaved: () => {
      for (const [sessionId, message] of unsaved) {
        store.settleRun(message.runId ?? asRun(''), message)
        unsaved.delete(sessionId)
      }
    },
    /** How answers are shown: their status and text; `!` marks those that are shortened. */
    shown: (messages: readonly Message[]) =>
      messages.map((whole) => {
        const message = shortened.shown(whole, id)
        return `${message.status}${message.isShortened === true ? '!' : ''} ${messageText(message)}`
      }),
  }
}

const says = (text: string, more: Partial<Message> = {}): Partial<Message> => ({
  parts: [{ type: 'text', text }],
  ...more,
})
const stopped = { status: 'partial', stopReason: 'user' } as const

test('answers of a stopped round end where the shortest does, and look stopped; a failed one still looks failed', () => {
  const { round, shown } = open()
  const one = round('one', [
    says('This one is complete, and much longer.'),
    says('This one was cut', stopped),
    says('', { status: 'failed', stopReason: 'error' }),
  ])
  expect(shown(one)).toEqual(['partial! This one is', 'partial! This one was', 'failed '])
})

test('other rounds are shown in full, whether they came before or after', () => {
  const { round, shown } = open()
  const before = round('before', [says('Long before.'), says('Short.'), says('Other.')])
  const between = round('stopped', [says('Long after.'), says('Sho', stopped), says('Other.')])
  const after = round('after', [says('Long at last.'), says('S'), says('Other.')])
  expect(shown(before)).toEqual(['complete Long before.', 'complete Short.', 'complete Other.'])
  expect(shown(between).every((text) => text.startsWith('partial!'))).toBe(true)
  expect(shown(after)).toEqual(['complete Long at last.', 'complete S', 'complete Other.'])
})

test('nothing is shown of a stopped answer that was asked for alone, and removing a pane does not lengthen the others', () => {
  const { comparisons, id, panes, round, shown } = open()
  const all = round('all', [says('A first one'), says('B', stopped), says('C second one')])
  const before = shown(all)
  const [, second] = panes
  if (second === undefined) throw new Error('expected a pane')
  comparisons.removePane(id, second.paneId)
  expect(shown(all)).toEqual(before)
  const alone = round('alone', [says('What was written until then', stopped), null, null])
  expect(shown(alone)).toEqual(['partial! '])
})

test('nothing at the end of the shortest answer tells it from the others', () => {
  const { round, shown } = open()
  for (const shortest of ['So it begins ', 'So it begins\n\n', 'So it begins wi', 'So it begins with']) {
    const answers = [
      says('So it begins with three words.'),
      says(shortest, stopped),
      says('So it begins with'),
    ]
    expect(shown(round(shortest, answers))).toEqual(answers.map(() => 'partial! So it begins'))
  }
})

test('a character is never cut in half', () => {
  const { round, shown } = open()
  const one = round('one', [says('👍👍👍👍'), says('abc', stopped), says('abcdef')])
  expect(shown(one)[0]).toBe('partial! 👍')
})

test.each([0, 1, 2])(
  'a stopped round looks the same when the disk refuses all answers but the first %s, and after they are saved',
  (refusedFrom) => {
    const { round, shown, saveUnsaved } = open()
    const before = round('before', [says('Long before.'), says('Short.'), says('Other.')])
    const answers = [says('Complete, and long.'), says('Complete', stopped), says('Complete also.')]
    const refused = round('refused', answers, { refusedFrom })
    const equal = refused.map(() => 'partial! Complete')
    expect(shown(refused)).toEqual(equal)
    expect(shown(before)).toEqual(['complete Long before.', 'complete Short.', 'complete Other.'])
    saveUnsaved()
    const next = round('next', [says('Long after.'), says('S'), says('Other.')], { pauseMs: 0 })
    expect(shown(refused)).toEqual(equal)
    expect(shown(next)).toEqual(['complete Long after.', 'complete S', 'complete Other.'])
  },
)
