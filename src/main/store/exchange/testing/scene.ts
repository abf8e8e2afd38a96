import type { MessageId, SessionId } from '../../../../shared/ids'
import type { Random } from '../../../base/seeded-random'
import type { ExchangeDevice } from './exchange-device'

/** What a message says, by its id, once the store has acknowledged it. */
export type Acknowledged = Map<MessageId, { sessionId: SessionId; word: string | null }>

export interface Scene {
  device: ExchangeDevice
  random: Random
  acknowledged: Acknowledged
}

export function messagesIn({ device }: Scene, sessionId: SessionId): MessageId[] {
  const rows = device.database.query<{ id: MessageId }>('SELECT id FROM messages WHERE session_id = ?')
  return rows.all(sessionId).map(({ id }) => id)
}
