import { type Message, messageText } from '../../../../shared/sessions/messages'
import type { RowJudge } from '../../../compare/judging/row-judge'
import type { DifferenceFinder } from '../../../differences/difference-finder'
import type { RowVerdicts } from '../../../store/comparisons/row-verdicts'
import type { SessionStore } from '../../../store/sessions/session-store'
import type { RouteHandlers } from '../../router'

/** `differences.*`. */
export function differenceHandlers(deps: {
  store: SessionStore
  /** The message as far as it may be seen. */
  shownPart: (message: Message) => Message
  finder: DifferenceFinder
  judge: RowJudge
  verdicts: Pick<RowVerdicts, 'among'>
}) {
  const { store, shownPart, finder, judge, verdicts } = deps
  return {
    'differences.get': async ({ messageIds }, { signal }) => {
      const texts = messageIds.map((messageId) => messageText(shownPart(store.findMessage(messageId))))
      const differences = await finder.find(texts, signal)
      return { texts, differences, verdicts: verdicts.among(messageIds) }
    },
    'differences.judge': (row, { signal }) => judge.judge(row, signal),
    'differences.estimateJudge': async (input) => ({ costsUsd: await judge.estimate(input) }),
    'differences.prepare': async (_input, { signal }) => {
      await finder.prepare(signal)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}
