import { countedOutput } from '../../../../../shared/sessions/continued-usage'
import type { Message } from '../../../../../shared/sessions/messages'
import { paneLetters } from '../../../../../shared/sessions/sessions'
import { untitledSession } from '../../../messages/title'
import type { ParleyVote } from '../../parley-format/parley-bundle'
import type { StoredChat } from '../contents/stored-chat'
import type { ComparisonHead } from '../contents/stored-comparisons'
import { alignedTurns } from '../documents/aligned-turns'
import { type Making, messageBody, pageStart, time } from '../documents/chat-html'
import { escapeHtml } from '../documents/escape-html'
import { plainHtml } from '../documents/markdown-html'
import { votesSection } from '../documents/votes-html'
import { authorOf, mergeMark } from '../documents/wording'
import { bundleStyle } from './bundle-style'
import { dollars, seconds } from './figures'

/** A pane of the page. */
export interface SharedPane {
  /** Index of its letter. */
  letter: number
  chat: StoredChat
  /** Its latest answer is a copy of a merge. */
  isMerge: boolean
}

/** A comparison to be shown. */
export interface SharedComparison {
  head: Pick<ComparisonHead, 'title' | 'createdAt' | 'isHidden'>
  /** In order. */
  panes: readonly SharedPane[]
  /** Chats whose answer names its sources. */
  merges: readonly StoredChat[]
  votes: readonly ParleyVote[]
}

/** The readable part of a comparison's page, in pieces. */
export function* comparisonPage(
  { head, panes, merges, votes }: SharedComparison,
  made: Making,
): Generator<string> {
  const name = escapeHtml(head.title ?? untitledSession)
  yield `${pageStart(name, bundleStyle)}<main class="wide">
<header>
<h1>${name}</h1>
<p>${panes.length} models answer the same question · ${time(head.createdAt)}</p>
${head.isHidden ? '<p>The models were hidden when this page was exported.</p>\n' : ''}</header>
`
  yield votesHtml(votes, panes)
  yield* instructionsHtml(panes)
  for (const { shared, panes: turns } of alignedTurns(panes.map(({ chat }) => chat.path()))) {
    if (shared !== null) {
      yield `<article class="user question">
<h2>You ${time(shared[0]?.createdAt ?? Number.NaN)}</h2>
${shared.map((message) => messageBody(message, made)).join('')}
</article>
`
    }
    yield '<div class="panes">\n'
    for (const [index, pane] of panes.entries()) {
      const turn = turns[index] ?? null
      if (turn === null) continue
      yield `<article class="pane-${pane.letter}">\n`
      if (shared === null && turn.asked.length > 0) {
        yield `<div class="asked">${turn.asked.map((message) => messageBody(message, made)).join('')}</div>\n`
      }
      if (turn.answered.length === 0) {
        yield `<h2>${escapeHtml(nameOf(pane))}</h2>\n<p class="ended">No answer.</p>\n`
      }
      for (const message of turn.answered) yield answerHtml(message, pane, made)
      yield '</article>\n'
    }
    yield '</div>\n'
  }
  for (const merge of merges) yield* mergeHtml(merge, made)
  yield '</main>\n'
}

const letterOf = ({ letter }: SharedPane) => paneLetters[letter] ?? '?'
const modelOf = ({ chat, isMerge }: SharedPane) => `${chat.head.model ?? ''}${isMerge ? mergeMark : ''}`
const nameOf = (pane: SharedPane) => `${letterOf(pane)} · ${modelOf(pane)}`

function answerHtml(message: Message, pane: SharedPane, made: Making): string {
  const author = message.role === 'assistant' ? `${letterOf(pane)} · ${authorOf(message)}` : authorOf(message)
  const figures = figuresOf(message)
  return `<h2>${escapeHtml(author)} ${time(message.createdAt)}</h2>
${figures === '' ? '' : `<p class="figures">${escapeHtml(figures)}</p>\n`}${messageBody(message, made)}
`
}

function* mergeHtml({ head, path }: StoredChat, made: Making): Generator<string> {
  for (const message of path()) {
    if (message.role !== 'assistant') continue
    yield `<article class="merge">
<h2>${escapeHtml(head.title ?? 'Merged answer')}, by ${escapeHtml(message.model ?? 'Assistant')} ${time(message.createdAt)}</h2>
${messageBody(message, made)}
</article>
`
  }
}

/** How fast and how expensive an answer was; empty when nothing is known. */
function figuresOf({ metrics, usage }: Pick<Message, 'metrics' | 'usage'>): string {
  const { ttftMs = null, durationMs = null, tokensPerSecond = null } = metrics ?? {}
  const output = countedOutput(usage)
  return [
    ...(ttftMs === null ? [] : [`first token after ${seconds(ttftMs)}`]),
    ...(durationMs === null ? [] : [`finished after ${seconds(durationMs)}`]),
    ...(tokensPerSecond === null ? [] : [`${tokensPerSecond.toFixed(0)} tokens/s`]),
    ...(output === undefined ? [] : [`${output} ${output === 1 ? 'token' : 'tokens'}`]),
    ...(usage?.costUsd === undefined ? [] : [dollars(usage.costUsd)]),
  ].join(' · ')
}

function votesHtml(votes: readonly ParleyVote[], panes: readonly SharedPane[]): string {
  return votesSection(votes, (at) => {
    const pane = panes[at]
    return pane === undefined ? null : `${letterOf(pane)} (${modelOf(pane)})`
  })
}

/** The system prompts, where they are included. */
function* instructionsHtml(panes: readonly SharedPane[]): Generator<string> {
  for (const pane of panes) {
    const { systemPrompt } = pane.chat.head
    if (systemPrompt === null || systemPrompt === '') continue
    yield `<details class="instructions"><summary>Instructions of ${letterOf(pane)}</summary>${plainHtml(systemPrompt)}</details>\n`
  }
}
