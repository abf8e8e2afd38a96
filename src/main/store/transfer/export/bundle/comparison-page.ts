import { answerSpeed } from '../../../../../shared/sessions/answer-speed'
import { countedOutput, knownCost } from '../../../../../shared/sessions/continued-usage'
import type { Message } from '../../../../../shared/sessions/messages'
import { paneLetters } from '../../../../../shared/sessions/sessions'
import type { PaneId } from '../../../../../shared/ids'
import type { Vote } from '../../../../../shared/votes/votes'
import type { StoredChat } from '../contents/stored-chat'
import type { ComparisonHead } from '../contents/stored-comparisons'
import { alignedTurns } from '../documents/comparison-markdown'
import { hasPages, type Making, messageBody } from '../documents/chat-html'
import { escapeHtml } from '../documents/escape-html'
import { pageStart, pageTitle, systemPromptHtml, time } from '../documents/page-parts'
import { votesSection } from '../documents/written-votes'
import type { Wording } from '../documents/wording'
import { bundleStyle, costText, type ReadVerdict, timeFigures, verdictsSection } from './bundle-parts'

/** A pane of the page. */
export interface SharedPane {
  id: PaneId
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
  votes: readonly Vote[]
  /** Of models on conflicts. */
  verdicts: readonly ReadVerdict[]
}

/** The readable part of a comparison's page, in pieces. */
export function* comparisonPage(
  { head, panes, merges, votes, verdicts }: SharedComparison,
  made: Making,
): Generator<string> {
  const { wording } = made
  const { t } = wording
  const name = head.title ?? wording.untitledComparison
  const withViewer = [...panes.map(({ chat }) => chat), ...merges].some(({ path }) => hasPages(path()))
  const hidden = head.isHidden ? `<p>${escapeHtml(t('exports.modelsHidden'))}</p>\n` : ''
  yield `${pageStart(name, bundleStyle, wording, withViewer)}<main class="wide">
<header>
${pageTitle(name)}
<p>${escapeHtml(t('exports.sameQuestion', { count: panes.length }))} · ${time(head.createdAt, wording)}</p>
${hidden}</header>
`
  yield votesHtml(votes, panes, wording)
  yield* systemPrompts(panes, wording)
  for (const { shared, panes: turns } of alignedTurns(panes.map(({ chat }) => chat.path()))) {
    if (shared !== null) {
      yield `<article class="user question">
<h2>${escapeHtml(t('sessions.speaker.user'))} ${time(shared[0]?.createdAt ?? Number.NaN, wording)}</h2>
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
        const missing = escapeHtml(t('exports.noAnswer'))
        yield `<h2>${escapeHtml(nameOf(pane, wording))}</h2>\n<p class="ended">${missing}</p>\n`
      }
      for (const message of turn.answered) yield paneAnswer(message, pane, made)
      yield '</article>\n'
    }
    yield '</div>\n'
  }
  for (const merge of merges) yield* mergeHtml(merge, made)
  yield verdictsSection(verdicts, made)
  yield '</main>\n'
}

const letterOf = ({ letter }: SharedPane) => paneLetters[letter] ?? '?'
const modelOf = ({ chat, isMerge }: SharedPane, wording: Wording) => wording.model(chat.head.model, isMerge)
const nameOf = (pane: SharedPane, wording: Wording) => `${letterOf(pane)} · ${modelOf(pane, wording)}`

function paneAnswer(message: Message, pane: SharedPane, made: Making): string {
  const { wording } = made
  const name = wording.author(message)
  const author = message.role === 'assistant' ? `${letterOf(pane)} · ${name}` : name
  const figures = figuresOf(message, wording)
  return `<h2>${escapeHtml(author)} ${time(message.createdAt, wording)}</h2>
${figures === '' ? '' : `<p class="figures">${escapeHtml(figures)}</p>\n`}${messageBody(message, made)}
`
}

function* mergeHtml({ head, path }: StoredChat, made: Making): Generator<string> {
  for (const message of path()) {
    if (message.role !== 'assistant') continue
    const heading = made.wording.mergeHeading(head.title, message)
    yield `<article class="merge">
<h2>${escapeHtml(heading)} ${time(message.createdAt, made.wording)}</h2>
${messageBody(message, made)}
</article>
`
  }
}

/** The speed and cost of an answer; empty if neither is known. */
function figuresOf(answer: Pick<Message, 'metrics' | 'usage'>, wording: Wording): string {
  const { metrics, usage } = answer
  const { t, formats } = wording
  const speed = answerSpeed(answer)
  const rate = speed === null ? null : formats.rate(speed)
  const output = countedOutput(usage)
  const cost = knownCost(usage ?? {})
  return [
    ...timeFigures(metrics ?? {}, wording),
    ...(rate === null ? [] : [t('messages.figures.rate', { rate })]),
    ...(output === undefined ? [] : [t('messages.figures.written', { count: output })]),
    ...(cost === null ? [] : [costText(cost, wording)]),
  ].join(' · ')
}

function votesHtml(votes: readonly Vote[], panes: readonly SharedPane[], wording: Wording): string {
  const nameAt = (id: PaneId | null) => {
    const pane = panes.find((each) => each.id === id)
    return pane === undefined ? null : `${letterOf(pane)} (${modelOf(pane, wording)})`
  }
  return votesSection(votes, nameAt, wording)
}

/** The system prompts, where they are included. */
function* systemPrompts(panes: readonly SharedPane[], { t }: Wording): Generator<string> {
  for (const pane of panes) {
    const { systemPrompt } = pane.chat.head
    if (systemPrompt === null || systemPrompt === '') continue
    yield systemPromptHtml(t('exports.systemPromptOf', { name: letterOf(pane) }), systemPrompt)
  }
}
