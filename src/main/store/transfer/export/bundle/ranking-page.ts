import type { RankedContestant, RankedPair, Ranking } from '../../../../../shared/ranking/ranking'
import { assertNever } from '../../../../../shared/invariant'
import { verdictOf, winnerOf } from '../../../../../shared/ranking/verdict'
import { pageStart, time } from '../documents/chat-html'
import { escapeHtml } from '../documents/escape-html'
import { bundleStyle } from './bundle-style'
import { dollars } from './figures'

/** A ranking to be shown, with how many votes it is based on. */
export interface SharedRanking {
  name: string
  at: number
  ranking: Ranking
  voteCount: number
}

/** The readable part of a ranking's page. */
export function* rankingPage({ name, at, ranking, voteCount }: SharedRanking): Generator<string> {
  const { contestants, pairs } = ranking
  const title = escapeHtml(name)
  const bounds = contestants.flatMap(({ interval }) => interval)
  const low = Math.min(...bounds)
  const width = Math.max(...bounds) - low || 1
  const percent = (value: number) => `${(((value - low) / width) * 100).toFixed(2)}%`
  yield `${pageStart(title, bundleStyle)}<main class="wide">
<header>
<h1>${title}</h1>
<p>${voteCount} ${voteCount === 1 ? 'vote' : 'votes'} · ${time(at)}</p>
</header>
<p class="verdict"><strong>${escapeHtml(verdict(ranking))}</strong></p>
<table tabindex="0">
<thead><tr><th>Contestant</th><th class="right">Strength</th><th class="right">95 % interval</th><th class="chart">Interval</th><th class="right">Votes</th><th class="right">Won alone</th><th class="right">Cost per win</th></tr></thead>
<tbody>
${contestants.map((contestant) => rowHtml(contestant, percent)).join('\n')}
</tbody>
</table>
<h2>Pairs</h2>
<table tabindex="0">
<thead><tr><th>A</th><th>B</th><th class="right">A won</th><th class="right">B won</th><th class="right">Ties</th><th class="right">P(A is better)</th><th class="right">E-value</th><th>Settled for</th><th class="right">More votes</th></tr></thead>
<tbody>
${pairs.map(pairHtml).join('\n')}
</tbody>
</table>
<p class="note">Davidson’s model with a normal prior. A difference of 1 in strength means odds of e to 1. A pair is settled once its e-value reaches 20.</p>
</main>
`
}

/** Who leads, and whether that is settled. */
function verdict(ranking: Ranking): string {
  const found = verdictOf(ranking)
  if (found.kind === 'none') return 'Not enough votes yet.'
  const { wins, losses, moreVotes } = found.pair
  const [first, second] = [found.first.key, found.second.key]
  switch (found.kind) {
    case 'better':
      return `${first} is better than ${second}.`
    case 'leads':
      return `${first} leads, but this is not settled.${moreVotes === null ? '' : ` About ${moreVotes} more votes would settle it.`}`
    case 'uncompared':
      return `${first} leads, but no vote has decided between it and ${second}.`
    case 'level':
      return 'No model leads yet.'
    case 'behind-directly':
      return `${first} leads over all votes, but this is not settled: ${second} has won ${losses} of their direct votes and lost ${wins}.`
    case 'worse-directly':
      return `${first} leads over all votes, but in their direct votes ${second} is better.`
    default:
      return assertNever(found)
  }
}

function rowHtml(
  { key, strength, interval: [from, to], votes, wins, costPerWinUsd }: RankedContestant,
  percent: (value: number) => string,
): string {
  const bar = `<span class="interval"><i style="left:${percent(from)};right:calc(100% - ${percent(to)})"></i><b style="left:${percent(strength)}"></b></span>`
  const cost = costPerWinUsd === null ? '–' : dollars(costPerWinUsd)
  return `<tr><td class="name">${escapeHtml(key)}</td><td class="right">${signed(strength)}</td><td class="right">${signed(from)} to ${signed(to)}</td><td class="chart">${bar}</td><td class="right">${votes}</td><td class="right">${wins}</td><td class="right">${cost}</td></tr>`
}

function pairHtml(pair: RankedPair): string {
  const { a, b, wins, losses, ties, probabilityBetter, eValue, moreVotes } = pair
  const cells = [
    escapeHtml(a),
    escapeHtml(b),
    wins,
    losses,
    ties,
    `${(probabilityBetter * 100).toFixed(0)} %`,
    eValue < 100 ? eValue.toFixed(1) : eValue.toPrecision(2),
    escapeHtml(winnerOf(pair) ?? 'no'),
    moreVotes ?? '–',
  ]
  const html = cells.map((cell, index) => {
    const kind = index < 2 ? ' class="name"' : index === 7 ? '' : ' class="right"'
    return `<td${kind}>${cell}</td>`
  })
  return `<tr>${html.join('')}</tr>`
}

/** With a minus sign instead of a hyphen. */
function signed(value: number): string {
  return value.toFixed(2).replace('-', '−')
}
