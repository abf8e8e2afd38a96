import type { RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { MessageId } from '../../../../../shared/ids'
import { type Sharing, sharedText } from './shared-content'

/**
 * Verdicts on rows of the differences as they leave this computer, without those on answers that are not in the file.
 * Their ranges still contain the same words, whose positions may have changed.
 */
export function sharedVerdicts(
  verdicts: readonly RowVerdict[],
  sharing: Sharing,
  textOf: (id: MessageId) => string | null,
): RowVerdict[] {
  return verdicts.flatMap(({ passages, judgement, ...verdict }) => {
    const moved = passages.flatMap(({ messageId, range }): RowVerdict['passages'] => {
      const text = textOf(messageId)
      if (text === null) return []
      const at = (place: number) => sharedText(text.slice(0, place), sharing).length
      return [{ messageId, range: range === null ? null : [at(range[0]), at(range[1])] }]
    })
    if (moved.length < passages.length) return []
    const { unread: _unread, ...read } = judgement
    const whys = read.whys.map((why) => sharedText(why, sharing))
    return [{ ...verdict, passages: moved, judgement: { ...read, whys } }]
  })
}
