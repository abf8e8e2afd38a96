import type { SessionId } from '../../../src/shared/ids.ts'
import type { Message } from '../../../src/shared/sessions/messages.ts'
import type { Pane } from '../../../src/shared/sessions/sessions.ts'
import type { FakeProvider } from '../../fake-provider/fake-provider.ts'
import type { WireClient } from '../../helpers/wire-client.ts'

/** Saves the fake provider as `fake`, with models named `fake/NAME`, and turns off chat titles. */
export async function saveFakeProvider(client: WireClient, fake: FakeProvider): Promise<void> {
  await client.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  await client.invoke('settings.set', { nameChats: false })
}

/** A new chat with one of the fake provider's models. */
export async function newChat(client: WireClient, model: string): Promise<SessionId> {
  return (await client.invoke('sessions.create', { model: `fake/${model}` })).session.id
}

/** The panes of a new comparison of the fake provider's models. */
export async function newPanes(client: WireClient, models: readonly string[]): Promise<Pane[]> {
  const { comparison } = await client.invoke('compare.create', {
    models: models.map((model) => `fake/${model}`),
  })
  return comparison.panes
}

/** The stored messages of a session. */
export async function storedMessages(
  client: Pick<WireClient, 'invoke'>,
  sessionId: SessionId,
): Promise<Message[]> {
  return (await client.invoke('sessions.get', { sessionId })).messages
}
