import { expect, test } from 'vitest'

import { emptyConversation } from '../../../state/conversations/conversation'
import { someMessages } from '../../../testing/run-events'
import { paneEnds } from './pane-ends'

const loading = emptyConversation
const empty = { ...emptyConversation, phase: 'ready' } as const
const answered = { ...empty, messages: someMessages(2) }
const askedOtherwise = { ...empty, messages: someMessages(4) }

test('a comparison that is still loading does not show that its panes were asked different questions', () => {
  expect(paneEnds([answered, askedOtherwise])).toEqual(['?', '?'])
  expect(paneEnds([answered, askedOtherwise, loading])).toEqual([])
  expect(paneEnds([answered, answered, loading])).toEqual([])
})

test('a pane that failed to load does not keep the others from being compared', () => {
  expect(paneEnds([answered, answered, { ...empty, phase: 'failed' }])).toEqual(['m2', 'm2', '-'])
})

test('nothing is compared while a pane shows older messages, and it is known which', () => {
  expect(paneEnds([answered, { ...answered, hasNewer: true }, answered])).toEqual(['-', '<', '-'])
  expect(paneEnds([{ ...answered, hasNewer: true }])).toEqual(['-'])
})
