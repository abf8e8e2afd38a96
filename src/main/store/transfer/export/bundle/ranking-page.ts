import type { RankedContestant, RankedPair, Ranking } from '../../../../../shared/ranking/ranking'
import { evidenceText, labelOf, pairText, verdictText } from '../../../../../shared/ranking/ranking-text'
import { escapeHtml } from '../documents/escape-html'
import { pageStart, time } from '../documents/page-parts'
import type { Wording } from '../documents/wording'
import { bundleStyle } from './bundle-parts'

/** A ranking to be shown, with how many votes it is based on. */
export interface SharedRanking {
  name: string
  at: number
  ranking: Ranking
  voteCount: number
}

/** The readable part of a ranking's page. */
export function* rankingPage(
  { name, at, ranking, voteCount }: SharedRanking,
  wording: Wording,
): Generator<string> {
  const { t, formats } = wording
  const { contestants, pairs } = ranking
  const bounds = contestants.flatMap(({ interval }) => interval)
  const low = Math.min(...bounds)
  const width = Math.max(...bounds) - low || 1
  const percent = (value: number) => `${(((value - low) / width) * 100).toFixed(2)}%`
  const names = new Map(contestants.map((contestant) => [contestant.key, labelOf(contestant)]))
  yield `${pageStart(name, bundleStyle, wording)}<main class="wide">
<header>
<h1>${escapeHtml(name)}</h1>
<p>${time(at, wording)} · ${escapeHtml(t('ranking.basis', { count: voteCount }))}</p>
</header>
<p class="verdict"><strong>${escapeHtml(verdictText(ranking, t, formats))}</strong></p>
<table tabindex="0">
${heads([
  { text: t('ranking.contestant') },
  { text: t('ranking.strength'), kind: 'chart' },
  { text: t('common.votes'), kind: 'right' },
  { text: t('ranking.wins'), kind: 'right' },
  { text: t('ranking.costPerWin'), kind: 'right' },
])}
<tbody>
${contestants.map((contestant) => rowHtml(contestant, percent, wording)).join('\n')}
</tbody>
</table>
<h2>${escapeHtml(t('ranking.matrix'))}</h2>
<table tabindex="0">
${heads([
  { text: t('ranking.pair') },
  { text: t('ranking.winsLossesTies'), kind: 'right' },
  { text: t('ranking.probability'), kind: 'right' },
  { text: t('exports.ranking.evidence'), kind: 'right' },
  { text: t('common.result') },
])}
<tbody>
${pairs.map((pair) => pairHtml(pair, (key) => names.get(key) ?? key, wording)).join('\n')}
</tbody>
</table>
<p class="note">${escapeHtml(`${t('exports.ranking.method')} ${t('ranking.method')}`)}</p>
</main>
`
}

interface Cell {
  text: string
  /** The class of its column. */
  kind?: 'name' | 'right' | 'chart'
}

const cellHtml = (element: 'th' | 'td', { text, kind }: Cell) =>
  `<${element}${kind === undefined ? '' : ` class="${kind}"`}>${escapeHtml(text)}</${element}>`

function heads(cells: readonly Cell[]): string {
  return `<thead><tr>${cells.map((cell) => cellHtml('th', cell)).join('')}</tr></thead>`
}

function rowHtml(
  contestant: RankedContestant,
  percent: (value: number) => string,
  { t, formats }: Wording,
): string {
  const {
    strength,
    interval: [from, to],
    votes,
    wins,
    costPerWinUsd,
  } = contestant
  const bar = `<span class="interval"><i style="left:${percent(from)};right:calc(100% - ${percent(to)})"></i><b style="left:${percent(strength)}"></b></span>`
  const figures = t('ranking.interval', {
    strength: formats.signed(strength),
    low: formats.signed(from),
    high: formats.signed(to),
  })
  const cells: Cell[] = [
    { text: formats.count(votes), kind: 'right' },
    { text: formats.count(wins), kind: 'right' },
    { text: costPerWinUsd === null ? '–' : formats.cost(costPerWinUsd), kind: 'right' },
  ]
  const name = cellHtml('td', { text: labelOf(contestant), kind: 'name' })
  return `<tr>${name}<td class="chart">${bar}${escapeHtml(figures)}</td>${cells.map((cell) => cellHtml('td', cell)).join('')}</tr>`
}

function pairHtml(pair: RankedPair, nameOf: (key: string) => string, { t, formats }: Wording): string {
  const { a, b, wins, losses, ties, probabilityBetter, eValue } = pair
  const cells: Cell[] = [
    { text: t('ranking.versus', { a: nameOf(a), b: nameOf(b) }), kind: 'name' },
    { text: [wins, losses, ties].map(formats.count).join(' – '), kind: 'right' },
    { text: formats.percent(probabilityBetter), kind: 'right' },
    { text: evidenceText(eValue, formats), kind: 'right' },
    { text: pairText(pair, nameOf, t) },
  ]
  return `<tr>${cells.map((cell) => cellHtml('td', cell)).join('')}</tr>`
}
