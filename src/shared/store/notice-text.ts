import type { TFunction } from 'i18next'

import type { ErrorData } from '../errors'
import { failureText } from '../failures/failure-text'
import { assertNever } from '../invariant'
import type { LostMessages, StoreEvent, StoreNotice, StoreRepair } from './store'

/** The language of a notice: its texts and its time format. */
export interface NoticeLanguage {
  t: TFunction
  formatTime: (at: number) => string
}

/** The text of a notice about `event`. */
export function noticeText(
  event: StoreEvent,
  language: NoticeLanguage,
): Pick<StoreNotice, 'title' | 'paragraphs'> {
  const { t, formatTime } = language
  switch (event.code) {
    case 'repaired':
      return repairText(event, language)
    case 'log-lost':
      return {
        title: t('storeNotices.newestLost'),
        paragraphs: [
          t('storeNotices.damage.log-lost'),
          `${t('storeNotices.recovered.everythingBefore')} ${afterNewest(event.newestMessageAt, language)}`,
        ],
      }
    case 'drift':
      return {
        title: t(`storeNotices.drift.${event.change}`, { model: event.model }),
        paragraphs: [t('storeNotices.drift.what', { set: event.set })],
      }
    case 'older-log':
      return {
        title: t('storeNotices.olderLog.title'),
        paragraphs: [t('storeNotices.olderLog.what'), t('storeNotices.keptAs', { path: event.keptAs })],
      }
    case 'older-store':
      return {
        title: t('storeNotices.olderStore.title'),
        paragraphs: [
          `${t('storeNotices.olderStore.what', { count: event.commitCount })} ${afterNewest(event.newestMessageAt, language)}`,
          t('storeNotices.olderStore.advice'),
        ],
      }
    case 'risky-folder':
      return {
        title: t(`storeNotices.riskyFolder.${event.place}.title`),
        paragraphs: [
          t(`storeNotices.riskyFolder.${event.place}.why`, { folder: event.folder }),
          t('storeNotices.riskyFolder.advice'),
        ],
      }
    case 'restored':
      return {
        title: t('storeNotices.restored.title', { time: formatTime(event.snapshotAt) }),
        paragraphs: [t('storeNotices.restored.kept')],
      }
    case 'not-restored':
      return {
        title: t('storeNotices.notRestored.title'),
        paragraphs: [errorLine(event.error, t), t('storeNotices.notRestored.unchanged')],
      }
    case 'snapshots-fail':
      return {
        title: t('storeNotices.snapshotsFail.title'),
        paragraphs: [errorLine(event.error, t), t('storeNotices.snapshotsFail.retried')],
      }
    case 'markdown-folder-paused':
      return {
        title: t('storeNotices.markdownFolder.title'),
        paragraphs: [
          t(`storeNotices.markdownFolder.${event.problem}`, { folder: event.folder }),
          t('storeNotices.markdownFolder.retried'),
        ],
      }
    case 'server-restarted':
      return {
        title: t('storeNotices.serverRestarted.title', { server: event.server }),
        paragraphs: [t('storeNotices.serverRestarted.why')],
      }
    case 'file-damaged':
      return { title: t('storeNotices.fileDamaged'), paragraphs: [errorLine(event.error, t)] }
    default:
      return assertNever(event)
  }
}

function repairText(
  repair: StoreRepair,
  language: NoticeLanguage,
): Pick<StoreNotice, 'title' | 'paragraphs'> {
  const { t } = language
  const { damage, base, lost, isLostComplete, keptAs } = repair
  const isWhole = isLostComplete && lost.count === 0
  return {
    title: isWhole ? t('storeNotices.repaired') : t('storeNotices.repairedInPart'),
    paragraphs: [
      t(`storeNotices.damage.${damage}`),
      base === 'file' ? addedText(repair, language) : beginningText(repair, language),
      lostText(repair, language),
      ...(keptAs === null ? [] : [t('storeNotices.keptAs', { path: keptAs })]),
    ],
  }
}

function addedText({ salvaged }: StoreRepair, { t }: NoticeLanguage): string {
  const intact = t('storeNotices.recovered.everythingBefore')
  const count = salvaged?.messageCount ?? 0
  if (count === 0) return intact
  return `${intact} ${t('storeNotices.recovered.what', { what: t('storeNotices.recovered.messages', { count }) })}`
}

function beginningText(repair: StoreRepair, language: NoticeLanguage): string {
  const { t } = language
  const { snapshot } = repair
  const salvaged = salvagedText(repair, language)
  if (snapshot === null) return `${t('storeNotices.recovered.noSnapshot')} ${salvaged}`
  return `${snapshotText(snapshot, language)} ${salvaged} ${t('storeNotices.recovered.deletedMayBeBack')}`
}

function snapshotText(
  { createdAt, messageCount }: NonNullable<StoreRepair['snapshot']>,
  { t, formatTime }: NoticeLanguage,
): string {
  const messages = t('storeNotices.recovered.messages', { count: messageCount })
  return createdAt === null
    ? t('storeNotices.recovered.snapshotWithoutTime', { messages })
    : t('storeNotices.recovered.snapshot', { time: formatTime(createdAt), messages })
}

function salvagedText({ salvaged }: StoreRepair, { t }: NoticeLanguage): string {
  if (salvaged === null) return t('storeNotices.recovered.nothing')
  const { messageCount, sessionCount } = salvaged
  const parts = [
    ...(messageCount === 0 ? [] : [t('storeNotices.recovered.messages', { count: messageCount })]),
    ...(sessionCount === 0 ? [] : [t('storeNotices.recovered.chats', { count: sessionCount })]),
  ]
  return parts.length === 0
    ? t('storeNotices.recovered.nothingNewer')
    : t('storeNotices.recovered.what', { what: parts.join(', ') })
}

function lostText({ lost, isLostComplete, newestMessageAt }: StoreRepair, language: NoticeLanguage): string {
  const { t } = language
  const { count } = lost
  if (count === 0) {
    return isLostComplete ? t('storeNotices.lost.nothing') : afterNewest(newestMessageAt, language)
  }
  const places = placesText(lost, language)
  if (isLostComplete) return t('storeNotices.lost.exactly', { count, places })
  return `${t('storeNotices.lost.atLeast', { count, places })} ${afterNewest(newestMessageAt, language)}`
}

function placesText({ chats, moreChatCount, unknownCount }: LostMessages, { t }: NoticeLanguage): string {
  return [
    ...chats.map(({ title, count }) => t('storeNotices.lost.inChat', { count, title })),
    ...(moreChatCount === 0 ? [] : [t('storeNotices.lost.inMoreChats', { count: moreChatCount })]),
    ...(unknownCount === 0 ? [] : [t('storeNotices.lost.inUnknownChats', { count: unknownCount })]),
  ].join(', ')
}

function afterNewest(newestMessageAt: number | null, { t, formatTime }: NoticeLanguage): string {
  return newestMessageAt === null
    ? t('storeNotices.lost.noneLeft')
    : t('storeNotices.lost.afterNewest', { time: formatTime(newestMessageAt) })
}

function errorLine(error: ErrorData, t: TFunction): string {
  const text = failureText(error, t)
  if (text === null) return error.message
  return text.fix === '' ? text.what : `${text.what} ${text.fix}`
}
