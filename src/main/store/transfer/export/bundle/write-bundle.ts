import { failure } from '../../../../../shared/failures/failure'
import type { ComparisonId } from '../../../../../shared/ids'
import { paneLetters } from '../../../../../shared/sessions/sessions'
import { systemClock } from '../../../../base/clock'
import { bundleFile, type ParleyBundle } from '../../parley-format/parley-bundle'
import type { ByteSink } from '../written-file'
import { withSources } from '../contents/merged-texts'
import { pageEnd } from '../documents/chat-html'
import { parleyComparison, parleyJson } from '../documents/parley-json'
import { type ExportReader, yieldTurn } from '../export-reader'
import { fileStem } from '../export-file-name'
import { comparisonPage } from './comparison-page'
import { EmbeddedData } from './embedded-data'
import { anonymousChat, type Sharing, sharedChat, sharedText } from './shared-content'
import { sharedVotes } from './shared-votes'

/** The longest time for which the thread does not see that a job was aborted. */
const turnMs = 20

/**
 * Writes a comparison as one HTML page that contains its data. Returns the name of the file.
 * @throws NOT_FOUND
 */
export async function writeComparisonBundle(
  reader: ExportReader,
  {
    id,
    sharing,
    written,
    signal,
  }: { id: ComparisonId; sharing: Sharing; written: ByteSink; signal: AbortSignal },
): Promise<string> {
  const found = reader.comparisons.get(id)
  if (found === undefined || found.deletedAt !== null) {
    throw failure('NOT_FOUND', 'comparison', { comparisonId: id })
  }
  const out = new Output(written, signal)
  const merged = found.isHidden ? [] : found.merges
  const ids = [...found.panes, ...merged].map(({ sessionId }) => sessionId)
  return reader.readTogether(ids, async (stored) => {
    const title = found.title === null ? null : sharedText(found.title, sharing)
    const panes = found.panes.filter(({ sessionId }) => stored.has(sessionId))
    const chats = panes.flatMap(({ sessionId, letter }) => {
      const chat = stored.get(sessionId)
      if (chat === undefined) return []
      const shared = sharedChat(chat, sharing)
      return [found.isHidden ? anonymousChat(shared, `blind/${paneLetters[letter]}`) : shared]
    })
    const merges = merged.flatMap(({ sessionId, letters }) => {
      const chat = stored.get(sessionId)
      if (chat === undefined) return []
      const heading = `Merge of ${[...letters.values()].join(', ')}`
      return [
        sharedChat(
          withSources(chat, heading, (messageId) => letters.get(messageId)),
          sharing,
        ),
      ]
    })
    const head = { ...found, title, panes }
    const votes = found.isHidden ? [] : sharedVotes(reader.votesOf(id), { panes, chats }, sharing)
    const shown = chats.map((chat, index) => ({ chat, letter: panes[index]?.letter ?? index }))
    const { embedFile, tools } = await reader.page()
    await out.addAll(comparisonPage({ head, panes: shown, merges, votes }, { embedFile, tools }))
    const data = new EmbeddedData((text) => out.write(text))
    data.add(`${bundleHead()},\n${parleyComparison(head, { votes })}`)
    for (const chat of [...chats, ...merges]) {
      data.add(',\n')
      for (const piece of parleyJson(chat)) {
        data.add(piece)
        await out.breathe()
      }
    }
    out.write(bundleEnd(data.end(), sharing))
    return `${fileStem(title)}.html`
  })
}

function bundleHead(): string {
  const head: ParleyBundle = {
    format: bundleFile.format,
    version: bundleFile.version,
    exportedAt: systemClock.now(),
  }
  return JSON.stringify(head)
}

function bundleEnd(hash: string, { withInstructions }: Sharing): string {
  const leftOut = withInstructions ? 'Keys and local paths' : 'Keys, local paths and system prompts'
  return `
<footer>
<p>Made with Parley. Import this file in Parley to continue, or to replay it. ${leftOut}
are left out. The data in this page has the SHA-256 ${bundleFile.hashStart}${hash}</code>.</p>
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

  /** @throws the signal's reason */
  async breathe(): Promise<void> {
    if (systemClock.monotonic() - this.#breathedAt < turnMs) return
    await yieldTurn(this.#signal)
    this.#breathedAt = systemClock.monotonic()
  }
}
