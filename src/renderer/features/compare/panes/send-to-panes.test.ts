import { expect, test } from 'vitest'

import { failureData } from '../../../errors/failure'
import type { ComparisonId, PaneId, SessionId } from '../../../../shared/ids'
import type { Comparison, Pane } from '../../../../shared/sessions/sessions'
import { createAppState } from '../../../state/app/app-state'
import { FakeEnvironment } from '../../../testing/fake-parley'
import { replayFromStart, streamStart } from '../../../testing/run-events'
import { draftForAll, draftForPane, sendToPanes } from './send-to-panes'

const pane = (position: number): Pane => ({
  paneId: `p${position}` as PaneId,
  sessionId: `s${position}` as SessionId,
  position,
  model: 'demo/brief',
  params: {},
  systemPrompt: null,
})
const panes = [pane(0), pane(1)]
const comparison: Comparison = {
  id: 'c' as ComparisonId,
  title: 'Two',
  panes,
  isBlind: false,
  revealedAt: null,
  createdAt: 1,
  updatedAt: 1,
}
const written = (text: string) => ({ text, attachments: [], draft: { text, attachments: [] } })
const lost = failureData('CANCELLED', 'unreachable')

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  parley.answers['sessions.get'] = () => {
    throw new Error('unexpected call')
  }
  const store = app.comparisons.of(comparison.id, comparison)
  const runs = () => parley.streams.filter(({ name }) => name === 'pane.run')
  const drafts = () => app.drafts.store.getState().byPlace
  return { app, store, runs, drafts }
}

test('a message that every pane refused becomes the shared draft again, before newer text', async () => {
  const { app, store, runs, drafts } = setUp()
  const sending = sendToPanes(app, store, panes, written('precious words'))
  app.drafts.set(draftForAll(comparison.id), 'and more')
  for (const run of runs()) run.end({ reason: 'disconnected', error: lost })
  await sending
  expect(drafts()).toEqual({ [draftForAll(comparison.id)]: 'precious words\n\nand more' })
})

test('a message that one pane refused becomes the draft of that pane, so that the others are not sent it twice', async () => {
  const { app, store, runs, drafts } = setUp()
  const sending = sendToPanes(app, store, panes, written('words'))
  const [accepted, refused] = runs()
  accepted?.send(streamStart(null), replayFromStart)
  refused?.end({ reason: 'refused', error: { code: 'RUN_ACTIVE', message: 'already running' } })
  await sending
  accepted?.end({ reason: 'disconnected', error: lost })
  expect(drafts()).toEqual({ [draftForPane(panes[1]?.paneId ?? ('' as PaneId))]: 'words' })
})
