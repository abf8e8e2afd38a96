import type { NoticeId } from '../../../../shared/ids'
import { assertNever } from '../../../../shared/invariant'
import type { StoreNotice } from '../../../../shared/store/store'
import type { Repaired } from './repair-store'

/** How the damage showed. */
export type Damage = 'unreadable' | 'found-in-use' | 'missing' | 'empty' | 'log-lost' | 'log-broken'

/** Titles that a notice names; the others are counted. */
const namedTitles = 20

/** What to tell of a repair: what happened, what Parley goes on with, what is missing, where the old file is. */
export function repairNotice(
  repaired: Repaired,
  told: {
    id: NoticeId
    damage: Damage
    /** What the repair began with. */
    base: 'snapshot' | 'file'
    at: number
    setAside: string | null
  },
): StoreNotice {
  const { lost, isLostComplete } = repaired
  const isWhole = isLostComplete && lost.length === 0
  return {
    id: told.id,
    at: told.at,
    title: isWhole
      ? 'The file with your chats was damaged and has been repaired'
      : 'The file with your chats was damaged, and some content may be missing',
    paragraphs: [
      whatHappened(told.damage),
      told.base === 'file' ? whatWasAdded(repaired) : whatItBeganWith(repaired),
      whatIsMissing(repaired),
      ...(told.setAside === null ? [] : [`The damaged file was kept unchanged as ${told.setAside}.`]),
    ],
  }
}

/** What to tell when only the newest changes are gone, and nothing can bring them back. */
export function lostLogNotice(told: {
  id: NoticeId
  at: number
  newestMessageAt: number | null
}): StoreNotice {
  return {
    id: told.id,
    at: told.at,
    title: 'The latest changes to your chats may be missing',
    paragraphs: [
      whatHappened('log-lost'),
      `Everything before them is still there. ${afterNewest(told.newestMessageAt)}`,
    ],
  }
}

function whatHappened(damage: Damage): string {
  switch (damage) {
    case 'unreadable':
      return 'When Parley started, the file with your chats was damaged and could not be read.'
    case 'found-in-use':
      return 'While Parley was running, it found damage in the file with your chats.'
    case 'missing':
      return 'When Parley started, the file with your chats was missing.'
    case 'empty':
      return 'When Parley started, the file with your chats was empty.'
    case 'log-lost':
      return 'Parley did not quit normally last time, and the file with the latest changes to your chats (parley.db-wal) is missing.'
    case 'log-broken':
      return 'Parley did not quit normally last time, and the file with the latest changes to your chats (parley.db-wal) is damaged.'
    default:
      return assertNever(damage)
  }
}

function whatWasAdded({ salvaged }: Repaired): string {
  const count = salvaged?.messageCount ?? 0
  const added =
    count === 0
      ? ''
      : ` ${counted(count, 'message')} could still be read from it and ${wereRecovered(count)}.`
  return `Everything before them is still there.${added}`
}

function whatItBeganWith({ snapshot, salvaged }: Repaired): string {
  const beginning =
    snapshot === null
      ? 'No usable snapshot was found.'
      : `Parley restored the snapshot${snapshot.createdAt === null ? '' : ` of ${inWords(snapshot.createdAt)}`} with ${counted(snapshot.content.messageCount, 'message')}.`
  const rest =
    salvaged === null
      ? 'Nothing could be read from the damaged file.'
      : `${counted(salvaged.messageCount, 'message')}${salvaged.sessionCount === 0 ? '' : ` and ${counted(salvaged.sessionCount, 'chat')}`} could still be read from the damaged file and ${wereRecovered(salvaged.messageCount + salvaged.sessionCount)}.`
  const back =
    snapshot === null ? '' : ' Chats that were permanently deleted after the snapshot was taken may be back.'
  return `${beginning} ${rest}${back}`
}

function whatIsMissing({ lost, isLostComplete, newestMessageAt }: Repaired): string {
  const count = lost.reduce((sum, session) => sum + session.count, 0)
  if (count === 0)
    return isLostComplete ? 'As far as Parley can tell, nothing is missing.' : afterNewest(newestMessageAt)
  const named = lost.flatMap(({ title, count: lostCount }) =>
    title === null ? [] : [`${lostCount} in “${title}”`],
  )
  const unnamed = count - lost.reduce((sum, { title, count: one }) => sum + (title === null ? 0 : one), 0)
  const places = [
    ...named.slice(0, namedTitles),
    ...(named.length > namedTitles ? [`more in ${named.length - namedTitles} other chats`] : []),
    ...(unnamed > 0 ? [`${unnamed} in unknown chats`] : []),
  ]
  const atLeast = isLostComplete ? '' : 'At least '
  const sum = `${atLeast}${counted(count, 'message')} could not be recovered: ${places.join(', ')}.`
  return isLostComplete ? sum : `${sum} ${afterNewest(newestMessageAt)}`
}

function afterNewest(newestMessageAt: number | null): string {
  return newestMessageAt === null
    ? 'No message is left, so it is not known how much is missing.'
    : `The newest remaining message is from ${inWords(newestMessageAt)}. Anything after it may be missing; how much is not known.`
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

function wereRecovered(count: number): string {
  return count === 1 ? 'was recovered' : 'were recovered'
}

function inWords(time: number): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium' })
}
