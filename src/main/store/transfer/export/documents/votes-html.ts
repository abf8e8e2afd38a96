import type { ParleyVote } from '../../parley-format/parley-bundle'
import { escapeHtml } from './escape-html'
import { htmlStyle } from './html-style'
import { plainHtml } from './markdown-html'
import { pageEnd, pageStart, pageTitle, time } from './page-parts'
import { voteNotes, voteSentence } from './vote-text'
import type { Wording } from './wording'

/** The votes on a comparison as a part of a page; empty without any. */
export function votesSection(
  votes: readonly ParleyVote[],
  nameOf: (pane: number) => string | null,
  wording: Wording,
): string {
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
  votes: readonly ParleyVote[],
  nameOf: (pane: number) => string | null,
  wording: Wording,
): string {
  return `${pageStart(title, htmlStyle, wording)}<main>
<header>${pageTitle(title)}</header>
${votesSection(votes, nameOf, wording)}</main>
${pageEnd}`
}
