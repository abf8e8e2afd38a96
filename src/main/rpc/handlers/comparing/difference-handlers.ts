import { type Message, messageText } from '../../../../shared/sessions/messages'
import type { RowJudge } from '../../../compare/judging/row-judge'
import type { DifferenceFinder } from '../../../differences/difference-finder'
import type { SessionStore } from '../../../store/sessions/session-store'
import type { RouteHandlers } from '../../router'

/** `differences.*`. */
export function differenceHandlers(deps: {
  store: SessionStore
  /** The message as far as it may be seen. */
  shownPart: (message: Message) => Message
  finder: DifferenceFinder
  judge: RowJudge
}) {
  const { store, shownPart, finder, judge } = deps
  return {
    'differences.get': async ({ messageIds }, { signal }) => {
      const texts = messageIds.map((messageId) => messageText(shownPart(store.findMessage(messageId))))
      return { texts, differences: await finder.find(texts, signal) }
    },
    'differences.judge': (row, { signal }) => judge.judge(row, signal),
    'differences.prepare': async (_input, { signal }) => {
      await finder.prepare(signal)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}
