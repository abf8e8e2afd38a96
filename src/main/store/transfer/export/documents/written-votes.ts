import { assertNever } from '../../../../../shared/invariant'
import type { PaneId } from '../../../../../shared/ids'
import type { Vote } from '../../../../../shared/votes/votes'
import type { Wording } from './wording'
import { escapeHtml } from './escape-html'
import { htmlStyle } from './html-style'
import { plainHtml } from './markdown-html'
import { pageEnd, pageStart, pageTitle, time } from './page-parts'

/** Names a pane; null if it is not in the comparison. */
export type NameOfPane = (id: PaneId | null) => string | null

/** A vote as a sentence. */
export function voteSentence(
  { result, chosen, shown }: Pick<Vote, 'result' | 'chosen' | 'shown'>,
  nameOf: NameOfPane,
  { t }: Wording,
): string {
  const names = chosen
    .map((at) => {
      const answer = shown[at]
      return nameOf(answer?.paneId ?? null) ?? answer?.contestant.key ?? '?'
    })
    .join(', ')
  switch (result) {
    case 'best':
      return t('exports.votes.best', { name: names, all: shown.length })
    case 'order':
      return t('exports.votes.order', { names })
    case 'tie':
      return t('exports.votes.tie', { names })
    case 'all-bad':
      return t('exports.votes.allBad')
    default:
      return assertNever(result)
  }
}

/** The circumstances of a vote: whether the names were hidden, whether pages were shown, and the tags. */
export function voteNotes(
  { isBlind, how, tags }: Pick<Vote, 'isBlind' | 'how' | 'tags'>,
  { t }: Wording,
): string {
  return [
    t(isBlind ? 'exports.votes.namesHidden' : 'exports.votes.namesVisible'),
    ...(how === undefined ? [] : [t('exports.votes.pagesShown')]),
    ...(tags.length === 0 ? [] : [t('exports.votes.tags', { tags: tags.join(', ') })]),
  ].join('; ')
}

/** The votes on a comparison as a part of a page; empty without any. */
export function votesSection(votes: readonly Vote[], nameOf: NameOfPane, wording: Wording): string {
  if (votes.length === 0) return ''
  const lines = votes.map((vote) => {
    const why = vote.why === null ? '' : `<blockquote>${plainHtml(vote.why)}</blockquote>`
    const [said, notes] = [voteSentence(vote, nameOf, wording), voteNotes(vote, wording)].map(escapeHtml)
    return `<p>${said} <span class="note">(${notes}) ${time(vote.at, wording)}</span></p>${why}`
  })
  return `<section class="votes">
<h2>${escapeHtml(wording.t('common.votes'))}</h2>
${lines.join('\n')}
</section>
`
}

/** The votes on a comparison as a page of their own. */
export function votesPage(
  title: string,
  votes: readonly Vote[],
  nameOf: NameOfPane,
  wording: Wording,
): string {
  return `${pageStart(title, htmlStyle, wording)}<main>
<header>${pageTitle(title)}</header>
${votesSection(votes, nameOf, wording)}</main>
${pageEnd}`
}
