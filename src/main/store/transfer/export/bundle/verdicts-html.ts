import type { RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { MessageId } from '../../../../../shared/ids'
import { escapeHtml } from '../documents/escape-html'
import { contentLanguage } from '../documents/markdown-html'
import { time } from '../documents/page-parts'
import type { Wording } from '../documents/wording'
import { type Sharing, sharedText } from './shared-content'

/** How much of a passage is shown. */
const shownChars = 300

/** A verdict on a row of the differences, with the words that its model read. */
export interface ReadVerdict extends Pick<RowVerdict, 'model' | 'judgement' | 'judgedAt'> {
  /** By the letters of their answers; null where an answer says nothing. */
  passages: { letter: string; text: string | null }[]
}

/** Verdicts as they leave this computer, without those on answers that are not in the file. */
export function readVerdicts(
  verdicts: readonly RowVerdict[],
  {
    sharing,
    textOf,
    letterOf,
  }: {
    sharing: Sharing
    textOf: (id: MessageId) => string | null
    letterOf: (id: MessageId) => string | null
  },
): ReadVerdict[] {
  return verdicts.flatMap(({ passages, judgement, model, judgedAt }) => {
    const read = passages.flatMap(({ messageId, range }): ReadVerdict['passages'] => {
      const [text, letter] = [textOf(messageId), letterOf(messageId)]
      if (text === null || letter === null) return []
      return [{ letter, text: range === null ? null : sharedText(text.slice(...range), sharing) }]
    })
    if (read.length < passages.length) return []
    const whys = judgement.whys.map((why) => sharedText(why, sharing))
    return [{ passages: read, model, judgedAt, judgement: { ...judgement, whys } }]
  })
}

/** The verdicts as a part of a page; empty without any. */
export function verdictsSection(verdicts: readonly ReadVerdict[], wording: Wording): string {
  if (verdicts.length === 0) return ''
  return `<section class="votes">
<h2>${escapeHtml(wording.t('exports.rowVerdicts'))}</h2>
${verdicts.map((verdict) => verdictHtml(verdict, wording)).join('\n')}
</section>
`
}

function verdictHtml({ passages, model, judgement, judgedAt }: ReadVerdict, wording: Wording): string {
  const { t, formats } = wording
  const { verdict, best, whys, costUsd } = judgement
  const said =
    verdict === 'best'
      ? t('compare.differences.judge.best', { letters: passages[best ?? 0]?.letter ?? '' })
      : t(`compare.differences.judge.verdicts.${verdict}`)
  const notes = [model, ...(costUsd === null || costUsd === 0 ? [] : [formats.cost(costUsd)])].join(' · ')
  const why = [...new Set(whys)].map((text) => t('common.quoted', { text })).join(' ')
  const reason = why === '' ? '' : `\n<blockquote lang="${contentLanguage}">${escapeHtml(why)}</blockquote>`
  const items = passages.map(({ letter, text }) => {
    const shown =
      text === null || text.trim() === ''
        ? escapeHtml(t('compare.differences.notSaid'))
        : `<span lang="${contentLanguage}">${escapeHtml(beginningOf(text))}</span>`
    return `<li>${escapeHtml(letter)}: ${shown}</li>`
  })
  return `<p>${escapeHtml(said)} <span class="note">(${escapeHtml(notes)}) ${time(judgedAt, wording)}</span></p>${reason}
<ul>${items.join('')}</ul>`
}

/** Without the Markdown mark of a heading, a list or a quotation; never ends within a character. */
function beginningOf(passage: string): string {
  const text = passage.replace(/^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/, '')
  if (text.length <= shownChars) return text
  return `${text.slice(0, shownChars).replace(/[\uD800-\uDBFF]$/u, '')}…`
}
