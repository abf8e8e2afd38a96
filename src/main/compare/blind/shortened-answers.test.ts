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
  const shortened = new ShortenedAnswers(new StoppedRounds(database))
  return {
    comparisons,
    id,
    panes,
    /** Asks the panes that have an answer; each ends a second after the one before. */
    round: (name: string, answers: readonly (Partial<Message> | null)[]): Message[] => {
      clock.advance(60_000)
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
        if (message !== undefined) store.settleRun(asRun(`run-${run}`), message)
      }
      return messages
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
  expect(shown(one)).toEqual(['partial! This one is', 'partial! This one was cut', 'failed '])
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

test('a character is never cut in half', () => {
  const { round, shown } = open()
  const one = round('one', [says('👍👍👍👍'), says('abc', stopped), says('abcdef')])
  expect(shown(one)[0]).toBe('partial! 👍')
})
