import type { LostMessages, StoreDamage, StoreRepair } from '../../../../shared/store/store'
import type { LostBySession, Repaired } from './repair-store'

/** The number of titles that a notice names; the others are counted. */
const namedTitles = 20

/** The event for a repair: what happened, what Parley continues with, what is missing, and where the old file is. */
export function repairEvent(
  { snapshot, salvaged, lost, isLostComplete, newestMessageAt }: Repaired,
  order: Pick<StoreRepair, 'base' | 'keptAs'> & { damage: StoreDamage },
): StoreRepair {
  return {
    code: 'repaired',
    ...order,
    snapshot:
      snapshot === null
        ? null
        : { createdAt: snapshot.createdAt, messageCount: snapshot.content.messageCount },
    salvaged,
    lost: lostMessages(lost),
    // The log had changes that nothing else names.
    isLostComplete: isLostComplete && order.damage !== 'log-lost',
    newestMessageAt,
  }
}

function lostMessages(lost: readonly LostBySession[]): LostMessages {
  const chats = lost.flatMap(({ title, count }) => (title === null ? [] : [{ title, count }]))
  const count = sum(lost)
  return {
    count,
    chats: chats.slice(0, namedTitles),
    moreChatCount: Math.max(0, chats.length - namedTitles),
    unknownCount: count - sum(chats),
  }
}

function sum(counted: readonly { count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0)
}
