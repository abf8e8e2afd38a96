import type { ComparisonId, PaneId } from '../../../../shared/ids'
import { failure } from '../../../../shared/failures/failure'
import { paneLetters } from '../../../../shared/sessions/sessions'
import { comparisonMarkdown, type NamedPane, votesMarkdown } from './documents/comparison-markdown'
import type { Wording } from './documents/wording'
import { endsWithMerge, type StoredChat, withSources } from './contents/stored-chat'
import type { ComparisonHead, StoredPane } from './contents/stored-comparisons'
import type { ExportReader } from './export-reader'

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
    const names = new Map<PaneId | null, string>()
    const panes = head.panes.flatMap((pane): NamedPane[] => {
      const chat = stored.get(pane.sessionId)
      if (chat === undefined) return []
      const name = paneName(pane, chat, wording)
      names.set(pane.id, name)
      return [{ name, chat }]
    })
    const merges = head.merges.flatMap(({ sessionId, letters }) => {
      const chat = stored.get(sessionId)
      return chat === undefined ? [] : [withSources(chat, wording.merge(letters))]
    })
    const votes = votesMarkdown(reader.votesOf(head.id), (pane) => names.get(pane) ?? null, wording)
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
