import type { Wording } from '../documents/wording'
import { passageBeginning, type RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { MessageId } from '../../../../../shared/ids'
import { escapeHtml } from '../documents/escape-html'
import { contentLanguage } from '../documents/markdown-html'
import { time } from '../documents/page-parts'
import { sharedText, type Sharing } from './shared-content'

/** When the first token of an answer came and when it ended, as far as that is known. */
export function timeFigures(
  { ttftMs = null, durationMs = null }: { ttftMs?: number | null; durationMs?: number | null },
  { t, formats }: Wording,
): string[] {
  return [
    ...(ttftMs === null ? [] : [t('exports.firstTokenAfter', { time: formats.duration(ttftMs) })]),
    ...(durationMs === null ? [] : [t('exports.finishedAfter', { time: formats.duration(durationMs) })]),
  ]
}

/** The known part of a cost, as text. */
export function costText(
  { usd, isAtLeast }: { usd: number; isAtLeast: boolean },
  { t, formats }: Pick<Wording, 't' | 'formats'>,
): string {
  return isAtLeast ? t('common.atLeastCost', { cost: formats.leastCost(usd) }) : formats.cost(usd)
}

/** A verdict on a row of the differences, with the words that its model read. */
export interface ReadVerdict extends Pick<RowVerdict, 'model' | 'judgement' | 'judgedAt'> {
  /** By the names of their answers; null where an answer says nothing. */
  passages: { name: string; text: string | null }[]
}

/** Verdicts as they leave this computer, without those on answers that are not in the file. */
export function readVerdicts(
  verdicts: readonly RowVerdict[],
  {
    sharing,
    textOf,
    nameOf,
  }: {
    sharing: Sharing
    textOf: (id: MessageId) => string | null
    nameOf: (id: MessageId) => string | null
  },
): ReadVerdict[] {
  return verdicts.flatMap(({ passages, judgement, model, judgedAt }) => {
    const read = passages.flatMap(({ messageId, range }): ReadVerdict['passages'] => {
      const [text, name] = [textOf(messageId), nameOf(messageId)]
      if (text === null || name === null) return []
      return [{ name, text: range === null ? null : sharedText(text.slice(...range), sharing) }]
    })
    if (read.length < passages.length) return []
    const { unread: _unread, ...verdict } = judgement
    const whys = verdict.whys.map((why) => sharedText(why, sharing))
    return [{ passages: read, model, judgedAt, judgement: { ...verdict, whys } }]
  })
}

/** The verdicts on answers to a prompt of a run, folded; empty without any. */
export function foldedVerdicts(verdicts: readonly ReadVerdict[], wording: Wording): string {
  if (verdicts.length === 0) return ''
  const title = `${wording.t('exports.rowVerdicts')} (${verdicts.length})`
  const items = verdicts.map((verdict) => verdictHtml(verdict, wording)).join('\n')
  return `<details><summary>${escapeHtml(title)}</summary>\n${items}\n</details>\n`
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
      ? t('compare.differences.judge.best', { letters: passages[best ?? 0]?.name ?? '' })
      : t(`compare.differences.judge.verdicts.${verdict}`)
  const notes = [model, ...(costUsd === null || costUsd === 0 ? [] : [formats.cost(costUsd)])].join(' · ')
  const why = [...new Set(whys)].map((text) => t('common.quoted', { text })).join(' ')
  const reason = why === '' ? '' : `\n<blockquote lang="${contentLanguage}">${escapeHtml(why)}</blockquote>`
  const items = passages.map(({ name, text }) => {
    const shown =
      text === null || text.trim() === ''
        ? escapeHtml(t('compare.differences.notSaid'))
        : `<span lang="${contentLanguage}">${escapeHtml(passageBeginning(text))}</span>`
    return `<li>${escapeHtml(name)}: ${shown}</li>`
  })
  return `<p>${escapeHtml(said)} <span class="note">(${escapeHtml(notes)}) ${time(judgedAt, wording)}</span></p>${reason}
<ul>${items.join('')}</ul>`
}
