import {
  contextForAll,
  type KnowledgeFile,
  type KnowledgeSource,
  type ProjectKnowledge,
} from '../../../shared/knowledge/knowledge'
import { folderName } from '../../../shared/text/folder-name'
import { formatEstimate, formatBytes } from '../../language/format'
import { t } from '../../language/t'

/** The name of a source; of a folder, the last part of its path. */
export function sourceName({ kind, name }: KnowledgeSource): string {
  return kind === 'file' ? name : folderName(name)
}

/** Why a source is not read, or not all of it; null if all is well. */
export function sourceProblem({ problem, state }: KnowledgeSource): string | null {
  if (problem !== null) return t(`knowledge.problems.${problem}`)
  return state === null || state === 'indexed' ? null : t(`knowledge.states.${state}`)
}

/** The numbers of a source, on one line. */
export function sourceFacts({ kind, fileCount, indexedCount, sizeBytes, tokens }: KnowledgeSource): string {
  const unread = fileCount - indexedCount
  return [
    ...(kind === 'folder' ? [t('common.files', { count: fileCount })] : []),
    ...(sizeBytes === 0 ? [] : [formatBytes(sizeBytes)]),
    ...(tokens === 0 ? [] : [t('common.aboutTokens', { tokens: formatEstimate(tokens) })]),
    ...(kind === 'folder' && unread > 0 ? [t('knowledge.unread', { count: unread })] : []),
  ].join(' · ')
}

/** The size of a file, or why it is not read. */
export function fileFacts({ state, sizeBytes }: KnowledgeFile): string {
  return state === 'indexed' ? formatBytes(sizeBytes) : t(`knowledge.states.${state}`)
}

/** A sentence about what models receive; null if there is nothing. */
export function includedWords({ tokens, sources }: ProjectKnowledge): string | null {
  if (tokens === 0) return null
  const fileCount = sources.reduce((sum, { indexedCount }) => sum + indexedCount, 0)
  const context = contextForAll(tokens, fileCount)
  const about = formatEstimate(tokens)
  return context === null
    ? t('knowledge.passages', { tokens: about })
    : t('knowledge.all', { tokens: about, size: formatEstimate(context) })
}
