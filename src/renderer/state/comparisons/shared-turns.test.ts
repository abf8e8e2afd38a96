import { expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { someMessages } from '../../testing/run-events'
import { sharedTurns, type AskedPane } from './shared-turns'

/** The messages of a pane that was asked these at these times; a question is `TIME text`. */
function pane(name: string, questions: readonly string[], fields: Partial<AskedPane> = {}): AskedPane {
  const messages = questions.map((asked): Message => {
    const [time, text] = asked.split(' ')
    return {
      ...(someMessages(1)[0] as Message),
      id: `${name}${time}` as MessageId,
      parts: [{ type: 'text', text: text ?? '' }],
      createdAt: Number(time),
    }
  })
  return { messages, phase: 'ready', hasMore: false, hasNewer: false, isAccepting: false, ...fields }
}

const shared = (...panes: AskedPane[]) =>
  sharedTurns(panes).map(({ messageIds }) => [...messageIds].join(' '))

test('a question that only one pane was asked is not shared, and does not separate the others', () => {
  const turns = shared(pane('a', ['1 one', '2 alone', '3 two']), pane('b', ['1 one', '4 two']))
  expect(turns).toEqual(['a1 b1', 'a3 b4'])
})

test('repetitions are matched from the newest, so an extra one in a pane is the oldest', () => {
  expect(shared(pane('a', ['1 more', '2 more']), pane('b', ['2 more']))).toEqual(['a2 b2'])
})

test('the same text with other files, hidden text, and an empty pane are not shared', () => {
  const file = { type: 'attachment', attachmentId: 'f' } as Message['parts'][number]
  const [own, other, hidden] = [pane('a', ['1 one']), pane('b', ['1 one']), pane('c', ['1 one'])]
  const withFile = {
    ...other,
    messages: other.messages.map((one) => ({ ...one, parts: [...one.parts, file] })),
  }
  const inHiding = { ...hidden, messages: hidden.messages.map((one) => ({ ...one, hidden: true })) }
  expect([shared(own, withFile), shared(own, inHiding), shared(own, pane('d', [])), shared(own)]).toEqual([
    [],
    [],
    [],
    [],
  ])
})

test('a pane that is loading, is just being asked, or has older messages to load does not disagree', () => {
  const own = pane('a', ['1 one', '5 two'])
  expect(shared(own, pane('b', [], { phase: 'loading' }))).toEqual(['a1', 'a5'])
  expect(shared(own, pane('b', ['1 one'], { isAccepting: true }))).toEqual(['a1 b1', 'a5'])
  expect(shared(own, pane('b', ['5 two'], { hasMore: true }))).toEqual(['a1', 'a5 b5'])
  expect(shared(own, pane('b', ['4 other', '5 two'], { isAccepting: true }))).toEqual(['a5 b5'])
})
