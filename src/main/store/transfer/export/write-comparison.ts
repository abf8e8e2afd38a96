import type { ComparisonId, SetRunId, VoteId } from '../../../../shared/ids'
import { failure } from '../../../../shared/failures/failure'
import { paneLetters } from '../../../../shared/sessions/sessions'
import { bundleFile, type ParleyBundle, type ParleyVote } from '../parley-format/parley-bundle'
import type { ParleyDraft } from '../parley-format/parley-archive'
import { comparisonMarkdown, type NamedPane, votesMarkdown } from './documents/comparison-markdown'
import { parleyComparison, parleyVoteOf } from './documents/parley-json'
import type { Wording } from './documents/wording'
import { endsWithMerge, type StoredChat, withSources } from './contents/stored-chat'
import {
  type ComparisonHead,
  parleyMerges,
  parleyVerdicts,
  type PlaceOf,
  type StoredPane,
} from './contents/stored-comparisons'
import type { ExportReader } from './export-reader'
import { systemClock } from '../../../base/clock'

/** Votes on a comparison with their places in its file; `isWanted` leaves out those that are written elsewhere. */
export function votesIn(
  reader: ExportReader,
  head: ComparisonHead,
  isWanted: (id: VoteId) => boolean = () => true,
): ParleyVote[] {
  const placeOf = reader.comparisons.places(head.panes)
  return reader
    .votesOf(head.id)
    .filter(({ id }) => isWanted(id))
    .map((vote) =>
      parleyVoteOf(vote, ({ paneId, messageId }) => {
        const pane = head.panes.findIndex(({ id }) => id === paneId)
        const place = messageId === null ? null : placeOf(messageId)
        return place ?? { pane: pane === -1 ? null : pane, message: null }
      }),
    )
}

/**
 * Writes a comparison so that it can be imported again: a list with its head, its panes and its merges. The votes of one
 * that is not part of an export of everything are marked as those of its sender.
 */
export async function writeWholeComparison(
  reader: ExportReader,
  head: ComparisonHead,
  {
    votes,
    drafts = [],
    runNames,
    write,
    writeChat,
  }: {
    votes: readonly ParleyVote[]
    drafts?: readonly ParleyDraft[]
    runNames?: ReadonlyMap<SetRunId, string>
    write: (text: string) => void
    writeChat: (chat: StoredChat, placeOf: PlaceOf) => Promise<void>
  },
): Promise<void> {
  const placeOf = reader.comparisons.places(head.panes)
  const merges = parleyMerges(head.merges, placeOf)
  const verdicts = parleyVerdicts(head.verdicts, placeOf)
  const lead = reader.isWhole ? '' : `${bundleHead()},\n`
  write(
    `[\n${lead}${parleyComparison(head, { votes, merges, verdicts, drafts, ...(runNames && { runNames }) })}`,
  )
  const chats = [
    // A copy of a merge, whose sources are elsewhere, is still a merge.
    ...head.panes.map(({ sessionId }) => ({ sessionId, sources: () => null })),
    ...head.merges.map(({ sessionId }) => ({ sessionId, sources: placeOf })),
  ]
  for (const { sessionId, sources } of chats) {
    write(',\n')
    const isThere = await reader.read(sessionId, async (chat) => {
      await writeChat(chat, sources)
      return true
    })
    // Erased since then: its place, which was already announced, stays empty.
    if (isThere === null) write('null')
  }
  write(']\n')
}

/** Names a pane in a text, by its letter and model. */
function paneName({ letter }: Pick<StoredPane, 'letter'>, chat: StoredChat, wording: Wording): string {
  return `${paneLetters[letter] ?? '?'} · ${wording.model(chat.head.model, endsWithMerge(chat))}`
}

/** Writes the comparison as one Markdown text, in pieces. */
export async function writeComparisonMarkdown(
  reader: ExportReader,
  head: ComparisonHead,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const { wording } = reader
  const ids = [...head.panes, ...head.merges].map(({ sessionId }) => sessionId)
  await reader.readTogether(ids, async (stored) => {
    const names = head.panes.map((pane) => {
      const chat = stored.get(pane.sessionId)
      return chat === undefined ? null : paneName(pane, chat, wording)
    })
    const panes = head.panes.flatMap(({ sessionId }, index): NamedPane[] => {
      const chat = stored.get(sessionId)
      return chat === undefined ? [] : [{ name: names[index] ?? '', chat }]
    })
    const merges = head.merges.flatMap(({ sessionId, letters }) => {
      const chat = stored.get(sessionId)
      return chat === undefined ? [] : [withSources(chat, wording.merge(letters))]
    })
    const votes = votesMarkdown(votesIn(reader, head), (pane) => names[pane] ?? null, wording)
    for (const piece of comparisonMarkdown({ ...head, panes, merges, votes }, wording)) await write(piece)
  })
}

/** @throws NOT_FOUND it does not exist, or its contestants may not be named */
export function nameableComparison(reader: ExportReader, id: ComparisonId): ComparisonHead {
  const head = reader.comparisons.get(id)
  if (head === undefined || head.deletedAt !== null || head.isHidden) {
    throw failure('NOT_FOUND', 'comparison', { comparisonId: id })
  }
  return head
}

/** The beginning of a file that people give to each other: its votes are those of its sender. */
export function bundleHead(): string {
  const head: ParleyBundle = {
    format: bundleFile.format,
    version: bundleFile.version,
    exportedAt: systemClock.now(),
  }
  return JSON.stringify(head)
}
