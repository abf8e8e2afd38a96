import type { ImportSkip } from '../../shared/store'
import type { ImportState, ImportSummary } from '../state/imports'
import { counted } from '../ui/figures'

const sourceNames: Readonly<Record<ImportSummary['source'], string>> = {
  parley: 'Parley',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
}

/** What came of an import, in whole sentences: the first says the most. */
export function importSentences({
  fileName,
  how,
  summary,
}: Pick<Extract<ImportState, { phase: 'ended' }>, 'fileName' | 'how' | 'summary'>): string[] {
  const end =
    how === 'completed'
      ? []
      : [how === 'cancelled' ? `“${fileName}” was not read to its end.` : `“${fileName}” could not be read.`]
  return [...end, ...(summary === null ? [] : counts(summary, how === 'completed'))]
}

function counts(summary: ImportSummary, isWhole: boolean): string[] {
  const { source, importedCount, messageCount, knownCount, extendedCount, skipped } = summary
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0)
  const sentences: string[] = []
  if (importedCount > 0) {
    sentences.push(
      `${counted(importedCount, 'chat')} with ${counted(messageCount, 'message')} came from ${sourceNames[source]}.`,
    )
  }
  if (extendedCount > 0) {
    sentences.push(
      `${were(extendedCount)} here already and ${extendedCount === 1 ? 'has' : 'have'} new messages now.`,
    )
  }
  if (knownCount > 0) sentences.push(`${were(knownCount)} here already.`)
  if (skippedCount > 0) sentences.push(`${were(skippedCount)} left out.`)
  if (sentences.length === 0 && isWhole) sentences.push('There were no chats in it.')
  return sentences
}

function were(count: number): string {
  return `${counted(count, 'chat')} ${count === 1 ? 'was' : 'were'}`
}

/** One reason, how often, and whom it met. */
export function skipLine({ reason, count, examples }: ImportSkip): {
  count: string
  reason: string
  examples: string
} {
  const quoted = examples.map((title) => `“${title}”`).join(', ')
  const others = count - examples.length
  return {
    count: counted(count, 'chat'),
    reason,
    examples: examples.length === 0 ? '' : others > 0 ? `${quoted} and ${counted(others, 'other')}` : quoted,
  }
}
