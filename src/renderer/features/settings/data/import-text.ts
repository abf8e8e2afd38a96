import { importReasonValues } from '../../../../shared/store/import-reasons'
import type { ImportSkip } from '../../../../shared/store/store'
import { t } from '../../../language/t'
import type { ImportState, ImportSummary } from '../../../state/transfer/imports'

/** The names of apps, in the order in which they are listed. */
export const sourceNames: Readonly<Record<ImportSummary['source'], string>> = {
  parley: 'Parley',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  'cherry-studio': 'Cherry Studio',
  chatbox: 'Chatbox',
  'big-agi': 'big-AGI',
  'lm-studio': 'LM Studio',
  jan: 'Jan',
  deepchat: 'DeepChat',
}

/** The result of an import as sentences, the most important first. */
export function importSentences({
  fileName,
  how,
  summary,
}: Pick<Extract<ImportState, { phase: 'ended' }>, 'fileName' | 'how' | 'summary'>): string[] {
  const end =
    how === 'completed'
      ? []
      : [
          how === 'cancelled'
            ? t('settings.import.notReadToEnd', { fileName })
            : t('settings.import.notRead', { fileName }),
        ]
  return [...end, ...(summary === null ? [] : counts(summary, how === 'completed'))]
}

function counts(summary: ImportSummary, isWhole: boolean): string[] {
  const { source, importedCount, messageCount, knownCount, extendedCount, skipped } = summary
  const { comparisonCount = 0, promptCount = 0, voteCount = 0, ownVoteCount = 0, lineUpCount = 0 } = summary
  const { setCount = 0, setRunCount = 0, projectCount = 0 } = summary
  const skippedChats = countIn(skipped.filter(isOfChats))
  const skippedEntries = countIn(skipped) - skippedChats
  const sentences: string[] = []
  if (importedCount > 0) {
    sentences.push(
      t('settings.import.came', {
        count: importedCount,
        messages: t('common.messages', { count: messageCount }),
        source: sourceNames[source],
      }),
    )
  }
  if (comparisonCount > 0) sentences.push(t('settings.import.comparisons', { count: comparisonCount }))
  if (setCount > 0) sentences.push(t('settings.import.sets', { count: setCount }))
  if (setRunCount > 0) sentences.push(t('settings.import.runs', { count: setRunCount }))
  if (voteCount > 0) sentences.push(t('settings.import.votes', { count: voteCount }))
  if (ownVoteCount > 0) sentences.push(t('settings.import.ownVotes', { count: ownVoteCount }))
  if (promptCount > 0) sentences.push(t('settings.import.prompts', { count: promptCount }))
  if (projectCount > 0) sentences.push(t('settings.import.projects', { count: projectCount }))
  if (lineUpCount > 0) sentences.push(t('settings.import.lineUps', { count: lineUpCount }))
  if (extendedCount > 0) sentences.push(t('settings.import.extended', { count: extendedCount }))
  if (knownCount > 0) sentences.push(t('settings.import.known', { count: knownCount }))
  if (skippedChats > 0) sentences.push(t('settings.import.wereLeftOut', { count: skippedChats }))
  if (skippedEntries > 0) sentences.push(t('settings.import.entriesLeftOut', { count: skippedEntries }))
  if (sentences.length === 0 && isWhole)
    sentences.push(
      t(summary.settings === undefined ? 'settings.import.noChats' : 'settings.import.onlySettings'),
    )
  return sentences
}

function isOfChats({ code }: ImportSkip): boolean {
  return !ofEntries.has(code)
}

function countIn(skips: readonly ImportSkip[]): number {
  return skips.reduce((sum, { count }) => sum + count, 0)
}

/** Reasons about files of an export, not about chats. */
const ofFiles = new Set<ImportSkip['code']>([
  'notJson',
  'otherFiles',
  'unusedFiles',
  'zipEntryLeadsOut',
  'zipEntryLinks',
  'zipEntryLocked',
  'zipEntryPacked',
  'zipEntryTwice',
])

/** Reasons about single entries of Parley's own archives. */
const ofEntries = new Set<ImportSkip['code']>([
  'damagedEntry',
  'newerVersion',
  'refusedRows',
  'resultFile',
  'strayRows',
  'tooHigh',
  'tooLong',
  'tooMany',
  'tooManyModels',
  'tooManyPanes',
  'tooManyPrompts',
  'tooManyVotes',
  'unknownKind',
])

/** One reason, how often it occurred, and examples. */
export function skipLine({ code, count, examples, ...values }: ImportSkip): {
  count: string
  reason: string
  examples: string
} {
  const quoted = examples.map((title) => t('common.quoted', { text: title })).join(', ')
  const others = count - examples.length
  return {
    count: countOf(code, count),
    reason: t(`imports.${code}`, importReasonValues({ code, ...values })),
    examples:
      examples.length > 0 && others > 0
        ? t('settings.import.andOthers', { examples: quoted, count: others })
        : quoted,
  }
}

function countOf(code: ImportSkip['code'], count: number): string {
  if (ofEntries.has(code)) return t('settings.import.entryCount', { count })
  return ofFiles.has(code) ? t('common.files', { count }) : t('common.chats', { count })
}
