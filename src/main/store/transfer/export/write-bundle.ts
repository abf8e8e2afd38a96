import { createHash } from 'node:crypto'

import { failure, inEnglish } from '../../../../shared/failures/failure'
import type { ComparisonId, MessageId, PaneId, SetRunId } from '../../../../shared/ids'
import { assertNever } from '../../../../shared/invariant'
import type { Ranking } from '../../../../shared/ranking/ranking'
import type { Vote } from '../../../../shared/votes/votes'
import { paneLetters } from '../../../../shared/sessions/sessions'
import { systemClock } from '../../../base/clock'
import { pageData, parleyFile, type ParleyRows } from '../parley-file'
import type { ByteSink } from './written-file'
import { endsWithMerge, withSources } from './contents/stored-chat'
import { escapeHtml } from './documents/escape-html'
import { pageEnd } from './documents/page-parts'
import type { Wording } from './documents/wording'
import { type ExportReader, yieldTurn } from './export-reader'
import { fileStem } from './export-file-name'
import { comparisonPage } from './bundle/comparison-page'
import { PageRows } from './bundle/page-rows'
import {
  anonymousChat,
  type ErrorText,
  localPaths,
  sharedChat,
  sharedText,
  type Sharing,
  storedMessage,
} from './bundle/shared-content'
import { rankingPage } from './bundle/ranking-page'
import { runPage } from './bundle/run-page'
import { sharedMerge, sharedSetRun, sharedVerdicts, sharedVotes, textsOf } from './bundle/shared-results'
import { readVerdicts } from './bundle/bundle-parts'

/** The maximum time until the thread notices that a job was aborted. */
const turnMs = 20
/** The subject of a bundle. */
export type BundleSubject =
  | { kind: 'comparison'; comparisonId: ComparisonId }
  | { kind: 'run'; runId: SetRunId }
  | { kind: 'ranking'; ranking: Ranking; votes: readonly Vote[] }

interface Writing {
  reader: ExportReader
  sharing: Sharing
  out: Output
}

/**
 * Writes a page with its data. Returns the name of the file.
 * @throws NOT_FOUND
 */
export function writeBundle(
  subject: BundleSubject,
  { written, signal, ...given }: Omit<Writing, 'out'> & { written: ByteSink; signal: AbortSignal },
): Promise<string> {
  const writing = { ...given, out: new Output(written, signal) }
  switch (subject.kind) {
    case 'comparison':
      return writeComparison(subject.comparisonId, writing)
    case 'run':
      return writeRun(subject.runId, writing)
    case 'ranking':
      return writeRanking(subject, writing)
    default:
      return assertNever(subject)
  }
}

async function writeComparison(id: ComparisonId, { reader, sharing: wanted, out }: Writing): Promise<string> {
  const found = reader.comparisons.get(id)
  if (found === undefined || found.deletedAt !== null) {
    throw failure('NOT_FOUND', 'comparison', { comparisonId: id })
  }
  const merged = found.isHidden ? [] : found.merges
  const ids = [...found.panes, ...merged].map(({ sessionId }) => sessionId)
  return reader.readTogether(ids, async (stored) => {
    // A merge, a verdict or the reason of a vote may quote what an agent wrote about its folder.
    const workspaces = [...stored.values()].flatMap(({ head }) => head.workspace ?? [])
    const sharing = { ...wanted, folders: [...localPaths(workspaces), ...wanted.folders] }
    const title = found.title === null ? null : sharedText(found.title, sharing)
    const panes = found.panes.filter(({ sessionId }) => stored.has(sessionId))
    const judged = found.isHidden ? [] : found.verdicts
    const sources = new Set(
      [...merged.map(({ answers }) => answers), ...judged.map(({ passages }) => passages)].flatMap((places) =>
        places.map(({ messageId }) => messageId),
      ),
    )
    const texts = textsOf(
      panes.flatMap(({ sessionId }) => stored.get(sessionId) ?? []),
      sources,
    )
    const textOf = (messageId: MessageId) => texts.get(messageId) ?? null
    // The page is in the reader's language; its data is the same in every language.
    const shared = ({ errorText, failed }: { errorText: ErrorText; failed: string }) => ({
      chats: panes.flatMap(({ sessionId, letter }) => {
        const chat = stored.get(sessionId)
        if (chat === undefined) return []
        const shown = sharedChat(chat, sharing, errorText)
        return [found.isHidden ? anonymousChat(shown, `blind/${paneLetters[letter]}`, failed) : shown]
      }),
      merges: merged.flatMap((merge) => {
        const chat = stored.get(merge.sessionId)
        return chat === undefined
          ? []
          : [{ ...merge, chat: sharedMerge(chat, sharing, { textOf, errorText }) }]
      }),
    })
    const hiddenFailure = 'errors.INTERNAL.contestant-hidden.what'
    const { chats, merges } = shared({ errorText: storedMessage, failed: inEnglish()(hiddenFailure) })
    const made = await reader.making()
    const { wording } = made
    const page = shared({ errorText: (error) => wording.error(error), failed: wording.t(hiddenFailure) })
    const head = { ...found, title, panes }
    const inFile = new Set(chats.flatMap(({ tree }) => Array.from(tree(), (message) => message.id)))
    const votes = found.isHidden
      ? []
      : sharedVotes(reader.votesOf(id), sharing, (messageId) => inFile.has(messageId))
    const shown = page.chats.map((chat, index) => ({
      id: panes[index]?.id ?? ('' as PaneId),
      chat,
      letter: panes[index]?.letter ?? index,
      isMerge: endsWithMerge(chat),
    }))
    const readable = page.merges.map(({ chat, letters }) => withSources(chat, wording.merge(letters)))
    const letters = new Map<MessageId, string>()
    for (const [index, { tree }] of chats.entries()) {
      const letter = paneLetters[panes[index]?.letter ?? index] ?? '?'
      for (const message of tree()) if (sources.has(message.id)) letters.set(message.id, letter)
    }
    const nameOf = (messageId: MessageId) => letters.get(messageId) ?? null
    const read = readVerdicts(judged, { sharing, textOf, nameOf })
    await out.addAll(comparisonPage({ head, panes: shown, merges: readable, votes, verdicts: read }, made))
    const data = new EmbeddedData((text) => out.write(text), title ?? wording.untitledComparison)
    const kind = [found.isHidden ? 'hidden' : 'shown', sharing.withInstructions ? 'instructed' : ''].join(' ')
    const rows = new PageRows(kind, data.exportedAt)
    const named = merges.map((merge) => ({
      ...merge,
      // A pane that was removed is not in the file.
      answers: merge.answers.filter(({ messageId }) => inFile.has(messageId)),
      instructions:
        merge.instructions === null || !sharing.withInstructions
          ? null
          : sharedText(merge.instructions, sharing),
    }))
    const verdicts = sharedVerdicts(judged, sharing, textOf)
    await out.addRows(data, rows.comparison({ head, chats, merges: named, votes, verdicts }))
    out.write(bundleEnd(data.end(), sharing, wording))
    return `${fileStem(title, wording.untitledComparison)}.html`
  })
}

async function writeRun(id: SetRunId, { reader, sharing, out }: Writing): Promise<string> {
  return reader.readTogether([], async () => {
    const found = reader.setRun(id)
    if (found === undefined) throw failure('NOT_FOUND', 'set-run', { runId: id })
    const run = sharedSetRun(found, sharing, storedMessage)
    const made = await reader.making()
    const { wording } = made
    await out.addAll(
      runPage(
        sharedSetRun(found, sharing, (error) => wording.error(error)),
        made,
      ),
    )
    const data = new EmbeddedData((text) => out.write(text), run.name)
    const kind = sharing.withInstructions ? 'instructed' : ''
    await out.addRows(data, new PageRows(kind, data.exportedAt).run(run))
    out.write(bundleEnd(data.end(), sharing, wording))
    return `${fileStem(run.name, wording.t('actions.titles.promptSets'))}.html`
  })
}

async function writeRanking(
  { ranking, votes }: Extract<BundleSubject, { kind: 'ranking' }>,
  { reader: { wording }, sharing, out }: Writing,
): Promise<string> {
  const at = systemClock.now()
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const name = wording.t('exports.files.ranking', { time })
  await out.addAll(rankingPage({ name, at, ranking, voteCount: votes.length }, wording))
  const data = new EmbeddedData((text) => out.write(text), name)
  await out.addRows(data, new PageRows('ranking', data.exportedAt).votes(sharedVotes(votes, sharing)))
  out.write(bundleEnd(data.end(), sharing, wording))
  return `${fileStem(name, name)}.html`
}

function bundleEnd(hash: string, { withInstructions }: Sharing, { t }: Wording): string {
  const leftOut = t(withInstructions ? 'exports.data.leftOut' : 'exports.data.leftOutWithPrompts')
  return `
<footer>
<p>${escapeHtml(`${t('exports.data.madeWith')} ${leftOut} ${t('exports.data.hash')}`)}
${pageData.hashStart}${hash}</code></p>
</footer>
${pageEnd}`
}

/** Writes text, and regularly lets the thread receive a cancellation. */
class Output {
  readonly #written: ByteSink
  readonly #signal: AbortSignal
  #breathedAt = systemClock.monotonic()

  constructor(written: ByteSink, signal: AbortSignal) {
    this.#written = written
    this.#signal = signal
  }

  write(text: string): void {
    this.#written.write(Buffer.from(text, 'utf8'))
  }

  async addAll(pieces: Iterable<string>): Promise<void> {
    for (const piece of pieces) {
      this.write(piece)
      await this.breathe()
    }
  }

  async addRows(data: EmbeddedData, rows: Iterable<string>): Promise<void> {
    for (const row of rows) {
      data.add(row)
      await this.breathe()
    }
  }

  /** @throws the signal's reason */
  async breathe(): Promise<void> {
    if (systemClock.monotonic() - this.#breathedAt < turnMs) return
    await yieldTurn(this.#signal)
    this.#breathedAt = systemClock.monotonic()
  }
}

/** Writes the data of a bundle: a JSON list in an element that browsers neither run nor show, then its hash. */
class EmbeddedData {
  readonly exportedAt = systemClock.now()
  readonly #hash = createHash('sha256')
  readonly #write: (text: string) => void

  constructor(write: (text: string) => void, name: string) {
    this.#write = write
    write(pageData.start)
    const head: ParleyRows = {
      format: parleyFile.rows,
      version: parleyFile.rowsVersion,
      exportedAt: this.exportedAt,
      sharedAs: name,
    }
    this.#add(`[\n${inertJson(JSON.stringify(head))}`)
  }

  /** Adds a row as JSON. */
  add(json: string): void {
    this.#add(`,\n${inertJson(json)}`)
  }

  /** Ends the list, and returns the hash. */
  end(): string {
    this.#add('\n]\n')
    this.#write(pageData.end)
    return this.#hash.digest('hex')
  }

  #add(text: string): void {
    this.#hash.update(text)
    this.#write(text)
  }
}

/** The same JSON with the characters that have a meaning in HTML escaped; they occur only within its strings. */
function inertJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
