import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import { loadTexts } from '../../language/t'
import { createAppState } from '../../state/app/app-state'
import { AppStateContext } from '../../state/app/use-app'
import { FakeEnvironment } from '../../testing/fake-parley'
import { PathServer } from '../../testing/path-server'
import { sessionId, someMessages, someSession } from '../../testing/run-events'
import { ForkBar } from './fork-bar'

beforeAll(() => loadTexts())

const fork: [MessageId, MessageId] = ['m3' as MessageId, 'theirs' as MessageId]

function openChat(session = someSession({ fork })) {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const app = createAppState(environment, '')
  const conversation = app.conversations.of(sessionId)
  // The branches begin before the messages that a window loads first.
  const server = new PathServer(parley, someMessages(300))
  server.add(...someMessages(1, 3).map((message) => ({ ...message, id: 'theirs' as MessageId })))
  server.setLeaf('m300' as MessageId)
  conversation.show()
  server.announce()
  environment.paint()
  conversation.setSession(session)
  parley.answers['sessions.update'] = () => ({ session: someSession() })
  // Static markup shows the initial state.
  conversation.store.getInitialState = conversation.store.getState
  const markup = () =>
    renderToStaticMarkup(
      <AppStateContext value={app}>
        <ForkBar conversation={conversation} />
      </AppStateContext>,
    )
  return { app, parley, conversation, markup }
}

test('says that another machine continued the chat, too, with the keys of both choices', () => {
  const { markup } = openChat()
  for (const text of [
    'continued on another machine',
    'Show the other branch (Alt+H)',
    'Keep this branch (Alt+Shift+H)',
  ]) {
    expect(markup()).toContain(text)
  }
  expect(openChat(someSession()).markup()).toBe('')
})

test('choosing a branch ends the notice, and shows the one that is not shown only if that was chosen', async () => {
  for (const [choice, session, shows] of [
    ['other', someSession({ fork }), ['theirs']],
    ['other', someSession({ fork: ['theirs' as MessageId, 'm1' as MessageId] }), ['theirs']],
    ['shown', someSession({ fork }), []],
  ] as const) {
    const { app, parley, conversation, markup } = openChat(session)
    expect(conversation.store.getState().messages.map(({ id }) => id)).not.toContain('m3')
    expect(await app.chat.chooseBranch(sessionId, choice)).toBeNull()
    const shown = parley.calls.flatMap(({ route, input }) =>
      route === 'sessions.setLeaf' ? [(input as { messageId: string }).messageId] : [],
    )
    expect(shown).toEqual(shows)
    expect(parley.calls.findLast(({ route }) => route === 'sessions.update')?.input).toEqual({
      sessionId,
      fork: null,
    })
    expect(markup()).toBe('')
  }
})
