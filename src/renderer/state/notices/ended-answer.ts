import { oneLine } from '../../../shared/text/one-line'
import type { ComparisonId, SessionId } from '../../../shared/ids'
import { messageText, type Message } from '../../../shared/sessions/messages'
import type { RouteOutput } from '../../../shared/rpc/contract'
import { t } from '../../language/t'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorLine } from '../../errors/error-text'
import { plainText } from '../../markdown/source/plain-text'
import { endedText } from '../../../shared/runs/ended-text'

const firstWordsLength = 140

/** A finished answer, or the finished answers of a comparison. */
export interface EndedAnswer {
  /** Identifies the answer. */
  id: string
  title: string
  /** Its first words, or why there are none. */
  summary: string
  /** The user ended it and so knows. */
  wasStoppedByUser: boolean
}

/** The final answer of a chat; null if its last message is none. */
export async function endedChat(api: ParleyApi, sessionId: SessionId): Promise<EndedAnswer | null> {
  const page = await api.invoke('sessions.get', { sessionId, limit: 1 })
  const { session, messages, failure } = page
  const message = messages.at(-1)
  if (message === undefined || message.role !== 'assistant') return null
  // Systems store the text of notifications.
  const isTemporary = session.isTemporary === true
  const words = () => (isTemporary ? t('notices.done.ready') : wordsOf(message))
  return {
    id: endOf(page),
    title: isTemporary ? t('actions.titles.temporaryChat') : session.title,
    summary: failure === undefined ? words() : shortened(errorLine(failure)),
    wasStoppedByUser: failure === undefined && isOwnDoing(message),
  }
}

/** The final answers of a comparison's panes; null if there are none. */
export async function endedComparison(
  api: ParleyApi,
  comparisonId: ComparisonId,
): Promise<EndedAnswer | null> {
  const { comparison } = await api.invoke('compare.get', { comparisonId })
  const pages = await Promise.all(
    comparison.panes.map(({ sessionId }) => api.invoke('sessions.get', { sessionId, limit: 1 })),
  )
  const answers = pages.flatMap((page) =>
    page.messages.filter(({ role }) => role === 'assistant').map((answer) => ({ page, answer })),
  )
  if (answers.length === 0) return null
  const failed = answers.filter(
    ({ page, answer }) => answer.status === 'failed' || page.failure !== undefined,
  )
  const done = answers.length - failed.length
  return {
    id: answers.map(({ page }) => endOf(page)).join(' '),
    title: comparison.title,
    summary:
      failed.length === 0
        ? t('notices.done.allPanes', { count: done })
        : t('notices.done.somePanes', { count: done, failed: failed.length }),
    wasStoppedByUser: answers.every(({ page, answer }) => page.failure === undefined && isOwnDoing(answer)),
  }
}

/** The id of the last answer; a different one each time its continuation failed without adding anything. */
function endOf({ session, messages, failure }: RouteOutput<'sessions.get'>): string {
  const id = messages.at(-1)?.id ?? ''
  return failure === undefined ? id : `${id} ${session.updatedAt}`
}

function isOwnDoing({ stopReason }: Message): boolean {
  return stopReason === 'user' || stopReason === 'replaced' || stopReason === 'client-closed'
}

function wordsOf(message: Message): string {
  const error = message.parts.findLast((part) => part.type === 'error')
  const form = message.parts.findLast((part) => part.type === 'form')
  const cut = endedText(message, t)
  const why = error === undefined ? cut : errorLine(error)
  if (message.status !== 'complete' && why !== null) return shortened(why)
  if (form !== undefined && form.values === undefined)
    return shortened(t('notices.done.asks', { title: form.title }))
  // Only the first words are needed.
  const text = plainText(messageText(message).slice(0, 10 * firstWordsLength))
  return text.trim() === '' ? (why ?? t('notices.done.ready')) : shortened(text)
}

function shortened(text: string): string {
  const line = oneLine(text)
  return line.length <= firstWordsLength ? line : `${line.slice(0, firstWordsLength - 1).trimEnd()}…`
}
