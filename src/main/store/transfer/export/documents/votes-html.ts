import type { ParleyVote } from '../../parley-format/parley-bundle'
import { pageEnd, pageStart, time } from './chat-html'
import { escapeHtml } from './escape-html'
import { htmlStyle } from './html-style'
import { plainHtml } from './markdown-html'
import { voteNotes, voteSentence } from './vote-text'

/** The votes on a comparison as a part of a page; empty without any. */
export function votesSection(votes: readonly ParleyVote[], nameOf: (pane: number) => string | null): string {
  if (votes.length === 0) return ''
  const lines = votes.map((vote) => {
    const why = vote.why === null ? '' : `<blockquote>${plainHtml(vote.why)}</blockquote>`
    return `<p>${escapeHtml(voteSentence(vote, nameOf))} <span class="note">(${escapeHtml(voteNotes(vote))}) ${time(vote.at)}</span></p>${why}`
  })
  return `<section class="votes">
<h2>${votes.length === 1 ? 'Vote' : 'Votes'}</h2>
${lines.join('\n')}
</section>
`
}

/** The votes on a comparison as a page of their own. */
export function votesPage(
  title: string,
  votes: readonly ParleyVote[],
  nameOf: (pane: number) => string | null,
): string {
  const name = escapeHtml(title)
  return `${pageStart(name, htmlStyle)}<main>
<header><h1>${name}</h1></header>
${votesSection(votes, nameOf)}</main>
${pageEnd}`
}
