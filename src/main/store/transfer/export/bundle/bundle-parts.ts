import { htmlStyle } from '../documents/html-style'
import type { Wording } from '../documents/wording'
import { passageBeginning, type RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { MessageId } from '../../../../../shared/ids'
import { escapeHtml } from '../documents/escape-html'
import type { Making } from '../documents/chat-html'
import { contentLanguage, markdownHtml } from '../documents/markdown-html'
import { time } from '../documents/page-parts'
import { sharedText, type Sharing } from './shared-content'

type Made = Pick<Making, 'tools' | 'wording'>

const paneColours = [
  ['#a05c0a', '#e0a04c'],
  ['#2b64cc', '#7daaf5'],
  ['#24784b', '#6cc497'],
  ['#b03a6b', '#e58bb0'],
  ['#6b4fc4', '#b39df3'],
  ['#0b7078', '#5fc3cb'],
  ['#7a6a16', '#c9b653'],
  ['#8a4b3a', '#d59a87'],
] as const

const colourOf = (index: 0 | 1) =>
  paneColours.map((colours, pane) => `--pane-${pane}: ${colours[index]};`).join(' ')

/** The style of a bundle: that of an exported chat, with answers side by side if there is room. */
export const bundleStyle = `${htmlStyle}
:root { ${colourOf(0)} }
@media (prefers-color-scheme: dark) { :root { ${colourOf(1)} } }
main.wide { max-width: 1680px; }
.wide > header, .wide > .question, .wide > .votes { max-width: 820px; }
.panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 16px;
  align-items: start; margin-top: 16px; }
.panes > article { min-width: 0; margin: 0; padding: 12px 16px 14px; border: 1px solid var(--line);
  border-top: 3px solid var(--pane); border-radius: 10px; }
.panes h2 { color: var(--pane); }
.panes .asked { margin-bottom: 12px; padding: 8px 12px; border-radius: 8px; background: var(--tint); }
${paneColours.map((_, pane) => `.pane-${pane} { --pane: var(--pane-${pane}); }`).join('\n')}
main > table { margin-top: 20px; }
th { overflow-wrap: normal; }
.interval { position: relative; display: block; width: 220px; height: 14px; margin-top: 6px; }
.interval i { position: absolute; top: 6px; height: 2px; background: var(--accent); }
.interval b { position: absolute; top: 2px; width: 10px; height: 10px; margin-left: -5px; border-radius: 50%;
  background: var(--accent); }
.share { display: block; width: 80px; height: 6px; margin: 0 0 3px auto; border-radius: 3px; background: var(--tint); }
.share i { display: block; height: 6px; border-radius: 3px; background: var(--pane, var(--faint)); }
.panes + details { margin-top: 10px; }
.hidden-model { --pane: var(--faint); }
.chart { padding: 5px 16px; }
.figures { color: var(--faint); font-size: 13px; font-variant-numeric: tabular-nums; }
.votes { margin-top: 20px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; }
.votes h2 { margin-bottom: 4px; }
.votes p { margin: 0; }
.votes > :last-child { margin-bottom: 0; }
.verdict { margin: 16px 0 0; }
main > h2 { margin: 28px 0 0; font-size: 17px; }
main > h2 + table { margin-top: 10px; }
.right { font-variant-numeric: tabular-nums; }
td.right { white-space: nowrap; }
.name { min-width: 9em; }
@media (max-width: 1100px) { main > table .interval { width: 130px; } }
article.merge { max-width: 820px; padding: 12px 16px 14px; border: 1px solid var(--line);
  border-top: 3px solid var(--faint); border-radius: 10px; }
main.wide { padding-bottom: 32px; }
footer { max-width: 1680px; margin: 0 auto; padding: 0 24px 48px; color: var(--faint); font-size: 13px; }
footer code { overflow-wrap: anywhere; }
@media print { .panes { display: block; } .panes > article { margin-bottom: 16px; } }
`

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

/** A verdict on a conflict, with the words that its model read. */
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
export function foldedVerdicts(verdicts: readonly ReadVerdict[], made: Made): string {
  const { wording } = made
  if (verdicts.length === 0) return ''
  const title = `${wording.t('exports.rowVerdicts')} (${verdicts.length})`
  const items = verdicts.map((verdict) => verdictHtml(verdict, made)).join('\n')
  return `<details><summary>${escapeHtml(title)}</summary>\n${items}\n</details>\n`
}

/** The verdicts as a part of a page; empty without any. */
export function verdictsSection(verdicts: readonly ReadVerdict[], made: Made): string {
  if (verdicts.length === 0) return ''
  return `<section class="votes">
<h2>${escapeHtml(made.wording.t('exports.rowVerdicts'))}</h2>
${verdicts.map((verdict) => verdictHtml(verdict, made)).join('\n')}
</section>
`
}

/** What a model wrote, without the marks of its Markdown. */
export function foreignHtml(markdown: string, made: Made): string {
  return `<div lang="${contentLanguage}">${markdownHtml(markdown, made)}</div>`
}

function verdictHtml({ passages, model, judgement, judgedAt }: ReadVerdict, made: Made): string {
  const { wording } = made
  const { t, formats } = wording
  const { verdict, best, whys, costUsd } = judgement
  const said =
    verdict === 'best'
      ? t('compare.differences.judge.best', { letters: passages[best ?? 0]?.name ?? '' })
      : t(`compare.differences.judge.verdicts.${verdict}`)
  const notes = [model, ...(costUsd === null || costUsd === 0 ? [] : [formats.cost(costUsd)])].join(' · ')
  const reason = [...new Set(whys)]
    .map((why) => `\n<blockquote>${foreignHtml(why, made)}</blockquote>`)
    .join('')
  const items = passages.map(({ name, text }) => {
    const shown =
      text === null || text.trim() === ''
        ? escapeHtml(t('compare.differences.notSaid'))
        : foreignHtml(passageBeginning(text), made)
    return `<li>${escapeHtml(name)}: ${shown}</li>`
  })
  return `<p>${escapeHtml(said)} <span class="note">(${escapeHtml(notes)}) ${time(judgedAt, wording)}</span></p>${reason}
<ul>${items.join('')}</ul>`
}
