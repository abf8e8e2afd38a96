import { untitledSession } from '../../../messages/title'
import type { ParleyVote } from '../../parley-format/parley-bundle'
import { alignedTurns } from './aligned-turns'
import type { StoredChat } from '../contents/stored-chat'
import { inline, markdownSection, quoted } from './chat-markdown'
import { voteNotes, voteSentence } from './vote-text'
import { authorOf, timeText } from './wording'

/** A pane with its letter, as in `A · provider/model`. */
export interface NamedPane {
  name: string
  chat: StoredChat
}

/** A comparison as Markdown, in pieces: its votes, then each question with the answers of all panes, then its merges. */
export function* comparisonMarkdown({
  title,
  createdAt,
  panes,
  merges,
  votes,
}: {
  title: string | null
  createdAt: number
  panes: readonly NamedPane[]
  /** Chats whose answer names its sources. */
  merges: readonly StoredChat[]
  /** As Markdown. */
  votes: string
}): Generator<string> {
  yield `# ${inline(title ?? untitledSession)}\n\n- Started: ${timeText(createdAt)}\n`
  for (const { name } of panes) yield `- ${inline(name)}\n`
  yield votes
  for (const { name, chat } of panes) {
    const { systemPrompt } = chat.head
    if (systemPrompt !== null && systemPrompt !== '') {
      yield `\n## Instructions of ${inline(name)}\n\n${quoted(systemPrompt)}\n`
    }
  }
  for (const { shared, panes: turns } of alignedTurns(panes.map(({ chat }) => chat.path()))) {
    for (const message of shared ?? []) yield markdownSection(message, `## ${inline(authorOf(message))}`)
    for (const [index, turn] of turns.entries()) {
      const name = panes[index]?.name ?? ''
      if (turn === null) continue
      for (const message of shared === null ? turn.asked : []) {
        yield markdownSection(message, `## ${inline(authorOf(message))}, to ${inline(name)}`)
      }
      for (const message of turn.answered) yield markdownSection(message, `### ${inline(name)}`)
      if (turn.answered.length === 0) yield `\n### ${inline(name)}\n\n*No answer.*\n`
    }
  }
  for (const { head, path } of merges) {
    for (const message of path()) {
      if (message.role !== 'assistant') continue
      const heading = `${head.title ?? 'Merged answer'}, by ${authorOf(message)}`
      yield markdownSection(message, `## ${inline(heading)}`)
    }
  }
}

/** The votes on a comparison under a heading of their own; empty without any. */
export function votesMarkdown(votes: readonly ParleyVote[], nameOf: (pane: number) => string | null): string {
  if (votes.length === 0) return ''
  const lines = votes.map((vote) => {
    const line = `- ${inline(voteSentence(vote, nameOf))} *${inline(voteNotes(vote))}, ${timeText(vote.at)}*`
    return vote.why === null ? line : `${line}\n\n${indented(quoted(vote.why))}`
  })
  return `\n## ${votes.length === 1 ? 'Vote' : 'Votes'}\n\n${lines.join('\n')}\n`
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
