import type { ErrorData } from '../../shared/errors'
import { importReasonsIn } from '../../shared/store/import-reasons'
import { assertNever } from '../../shared/invariant'
import { t } from '../language/t'
import { fileRefusalWords } from './file-refusal-words'
import { providerSentences } from './provider-sentences'

/**
 * What an error of main says in a language that main does not speak: by its code and by what its data knows. Where
 * that says less than main did, main's own words are among it.
 */
export function errorSentences(error: ErrorData): string {
  const { code, data = {} } = error
  switch (code) {
    case 'INVALID_INPUT':
      return invalidSentences(error)
    case 'NOT_FOUND':
      return notFoundSentences(error)
    case 'RUN_ACTIVE':
      return t('errors.runActive')
    case 'NO_PREVIOUS_MESSAGE':
      return t('errors.noPreviousMessage')
    case 'NOTHING_TO_UNDO':
      return t('errors.nothingToUndo')
    case 'DEGRADED':
      return withOriginal(t('errors.degraded.notNow'), error)
    case 'CANCELLED':
      return withOriginal(t('errors.cancelled'), error)
    case 'TIMEOUT':
      return timeoutSentence(data)
    case 'PROVIDER_AUTH':
    case 'PROVIDER_RATE_LIMIT':
    case 'PROVIDER_OVERLOADED':
    case 'PROVIDER_BAD_REQUEST':
    case 'PROVIDER_UNREACHABLE':
    case 'PROVIDER_PROTOCOL': {
      const { sentences, isWhole } = providerSentences(code, data)
      return isWhole ? sentences : withOriginal(sentences, error)
    }
    case 'AGENT_NOT_INSTALLED':
      return withOriginal(t('errors.agent.notInstalled'), error)
    case 'AGENT_FAILED':
      return withOriginal(t('errors.agent.failed'), error)
    case 'STORE_FULL':
      return storeFullSentence(data['reason'])
    case 'STORE_DAMAGED':
      return storeDamagedSentences(error)
    case 'DATA_FOLDER_IN_USE':
      return t('errors.dataFolderInUse')
    case 'INTERNAL':
      return internalSentences(error)
    default:
      return assertNever(code)
  }
}

function withOriginal(sentences: string, { message }: ErrorData): string {
  return `${sentences} ${t('errors.original', { message })}`
}

function invalidSentences(error: ErrorData): string {
  const reasons = importReasonsIn(error.data ?? {})
  if (reasons.length > 0)
    return reasons.map(({ code, value = '' }) => t(`imports.${code}`, { value })).join(' ')
  const field = error.data?.['field']
  switch (field) {
    case 'baseUrl':
      return t('errors.invalid.baseUrl')
    case 'apiKey':
      return t('errors.invalid.apiKey')
    case 'model':
      return t('errors.invalid.model')
    case 'whenBusy':
      return t('errors.invalid.queueIsFull')
    case 'values':
      return withOriginal(t('errors.invalid.values'), error)
    case 'uploadId':
    case 'importId':
      return fileRefusalWords(error.data?.['reason']) ?? withOriginal(t('errors.invalid.file'), error)
    default:
      return withOriginal(
        typeof field === 'string' ? t('errors.invalid.field', { field }) : t('errors.invalid.any'),
        error,
      )
  }
}

function timeoutSentence({ reason, afterMs }: Readonly<Record<string, unknown>>): string {
  if (typeof afterMs !== 'number') return t('errors.timeout.any')
  const count = afterMs / 1000
  return reason === 'wall-timeout' ? t('errors.timeout.wall', { count }) : t('errors.timeout.idle', { count })
}

/** What is not there is known by the name of its id. */
function notFoundSentences(error: ErrorData): string {
  const { data = {} } = error
  if (data['reason'] === 'no-chats') return t('errors.notFound.noChats')
  if ('messageId' in data) return t('errors.notFound.message')
  if ('queuedId' in data) return t('errors.notFound.queued')
  if ('snapshotId' in data) return t('errors.notFound.snapshot')
  if ('exportId' in data) return t('errors.notFound.export')
  if ('attachmentId' in data || 'uploadId' in data || 'importId' in data) return t('errors.notFound.file')
  if ('comparisonId' in data) return t('errors.notFound.comparison')
  if ('paneId' in data) return t('errors.notFound.pane')
  if ('sessionId' in data) return t('errors.notFound.chat')
  return withOriginal(t('errors.notFound.any'), error)
}

function internalSentences(error: ErrorData): string {
  switch (error.data?.['reason']) {
    case 'permission':
      return t('errors.internal.permission')
    case 'bug':
      return t('errors.internal.logged')
    default:
      return withOriginal(t('errors.internal.known'), error)
  }
}

function storeFullSentence(reason: unknown): string {
  if (reason === 'disk') return t('errors.store.disk')
  return t(reason === 'busy' ? 'errors.store.busy' : 'errors.store.full')
}

function storeDamagedSentences(error: ErrorData): string {
  switch (error.data?.['reason']) {
    case 'damaged':
      return t('errors.store.damaged')
    case 'snapshot':
      return t('errors.store.snapshot')
    case 'newer-version':
      return t('errors.store.newerVersion')
    default:
      return withOriginal(t('errors.store.partDamaged'), error)
  }
}
