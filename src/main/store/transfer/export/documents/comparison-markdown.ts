import type { Message } from '../../../../../shared/sessions/messages'
import type { Vote } from '../../../../../shared/votes/votes'
import type { StoredChat } from '../contents/stored-chat'
import { foreignMarkdown, inline, markdownSection, quoted } from './chat-markdown'
import { type NameOfPane, voteNotes, voteSentence } from './written-votes'
import type { Wording } from './wording'

/** A pane with its letter, as in `A · provider/model`. */
export interface NamedPane {
  name: string
  chat: StoredChat
}

/** A comparison as Markdown, in pieces: its votes, then each question with the answers of all panes, then its merges. */
export function* comparisonMarkdown(
  {
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
  },
  wording: Wording,
): Generator<string> {
  const { t } = wording
  const section = (message: Message, heading: string) =>
    markdownSection(message, `## ${inline(heading)}`, wording)
  const answer = (message: Message, name: string) => markdownSection(message, `### ${inline(name)}`, wording)
  yield `# ${inline(title ?? wording.untitledComparison)}\n\n`
  yield `- ${t('exports.started')}: ${wording.time(createdAt)}\n`
  for (const { name } of panes) yield `- ${inline(name)}\n`
  yield votes
  for (const { name, chat } of panes) {
    const { systemPrompt } = chat.head
    if (systemPrompt !== null && systemPrompt !== '') {
      yield `\n## ${inline(t('exports.systemPromptOf', { name }))}\n\n${quoted(foreignMarkdown(systemPrompt))}\n`
    }
  }
  for (const { shared, panes: turns } of alignedTurns(panes.map(({ chat }) => chat.path()))) {
    for (const message of shared ?? []) yield section(message, wording.author(message))
    for (const [index, turn] of turns.entries()) {
      const name = panes[index]?.name ?? ''
      if (turn === null) continue
      for (const message of shared === null ? turn.asked : []) {
        yield section(message, t('exports.asked', { author: wording.author(message), name }))
      }
      for (const message of turn.answered) yield answer(message, name)
      if (turn.answered.length === 0) yield `\n### ${inline(name)}\n\n*${t('exports.noAnswer')}*\n`
    }
  }
  for (const { head, path } of merges) {
    for (const message of path()) {
      if (message.role === 'assistant') yield section(message, wording.mergeHeading(head.title, message))
    }
  }
}

/** The votes on a comparison under a heading of their own; empty without any. */
export function votesMarkdown(votes: readonly Vote[], nameOf: NameOfPane, wording: Wording): string {
  if (votes.length === 0) return ''
  const lines = votes.map((vote) => {
    const said = inline(voteSentence(vote, nameOf, wording))
    const line = `- ${said} *${inline(voteNotes(vote, wording))}, ${wording.time(vote.at)}*`
    return vote.why === null ? line : `${line}\n\n${indented(quoted(foreignMarkdown(vote.why)))}`
  })
  return `\n## ${wording.t('common.votes')}\n\n${lines.join('\n')}\n`
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

/** The question of a turn and what followed it, for one pane. */
interface PaneTurn {
  asked: Message[]
  answered: Message[]
}

/** One question of a comparison with the answers of its panes. */
interface AlignedTurn {
  /** The question of all panes; null when they were asked different ones. */
  shared: Message[] | null
  /** One per pane; null for a pane that has no such turn. */
  panes: (PaneTurn | null)[]
}

/** The turns of several panes side by side, one at a time: the first of each, then the second of each, and so on. */
export function* alignedTurns(paths: readonly Iterable<Message>[]): Generator<AlignedTurn> {
  const readers = paths.map((path) => turnsOf(path))
  for (;;) {
    const panes = readers.map((reader) => {
      const next = reader.next()
      return next.done === true ? null : next.value
    })
    const there = panes.filter((pane) => pane !== null)
    const [first] = there
    if (first === undefined) return
    const isShared =
      first.asked.length > 0 && there.every(({ asked }) => contentOf(asked) === contentOf(first.asked))
    yield { shared: isShared ? first.asked : null, panes }
  }
}

function* turnsOf(path: Iterable<Message>): Generator<PaneTurn> {
  let turn: PaneTurn = { asked: [], answered: [] }
  for (const message of path) {
    if (message.role === 'user' && message.hidden !== true) {
      if (turn.answered.length > 0) {
        yield turn
        turn = { asked: [], answered: [] }
      }
      turn.asked.push(message)
    } else {
      turn.answered.push(message)
    }
  }
  if (turn.asked.length + turn.answered.length > 0) yield turn
}

function contentOf(messages: readonly Message[]): string {
  return JSON.stringify(messages.map(({ parts }) => parts))
}
