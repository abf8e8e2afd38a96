import { attachmentLimits, type FileRefusal, fileRefusals } from '../../shared/sessions/attachments'
import { assertNever } from '../../shared/invariant'
import { t } from '../language/t'

/** Why main did not take a file, in the language of the window; null when `reason` is none of main's. */
export function fileRefusalWords(reason: unknown): string | null {
  const refusal = fileRefusals.find((known) => known === reason)
  return refusal === undefined ? null : wordsOf(refusal)
}

function wordsOf(refusal: FileRefusal): string {
  switch (refusal) {
    case 'empty':
      return t('attachments.refused.empty')
    case 'unknown-kind':
      return t('attachments.refused.unknownKind')
    case 'long-text':
      return t('attachments.refused.longText', { count: attachmentLimits.textChars })
    case 'damaged-image':
      return t('attachments.refused.damagedImage')
    case 'large-image':
      return t('attachments.refused.largeImage')
    case 'locked-pdf':
      return t('attachments.refused.lockedPdf')
    case 'damaged-pdf':
      return t('attachments.refused.damagedPdf')
    case 'memory':
      return t('attachments.refused.memory')
    case 'slow':
      return t('attachments.refused.slow')
    case 'broke-off':
      return t('attachments.refused.brokeOff')
    default:
      return assertNever(refusal)
  }
}
