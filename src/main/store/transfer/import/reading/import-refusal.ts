import type { ParleyError } from '../../../../../shared/errors'
import { failure } from '../../../../../shared/failures/failure'
import { type ImportReason, importReasonsIn } from '../../../../../shared/store/import-reasons'
import { importLimits, inMegabytes } from '../../../uploads/import-limits'
import { bundleFile } from '../../parley-format/parley-bundle'
import type { ReadElement } from '../formats/imported-conversation'
import { importReasonText } from '../../parley-format/import-reason-text'

/** The error with the reasons why a whole file, or the rest of it, is not imported. */
export function importRefusal(given: readonly ImportReason[], cause?: unknown): ParleyError {
  const data = { reasons: given.map(importReasonText).join(' '), importReasons: given }
  return failure('INVALID_INPUT', 'import-refused', data, cause)
}

/** The reason behind `refusal`; an error from elsewhere gives its own text. */
export function reasonOf(refusal: ParleyError): ImportReason {
  const [reason] = importReasonsIn(refusal.data ?? {})
  return reason ?? { code: 'asSaid', value: refusal.message }
}

/** The formats of what belongs to a prompt set. */
export const ofSets: ReadonlySet<unknown> = new Set([
  bundleFile.set,
  bundleFile.setRun,
  bundleFile.setAnswers,
  bundleFile.setBallots,
])

/** Why an element is skipped or noted. */
export const reasons = {
  'too-large': { code: 'tooLarge', value: inMegabytes(importLimits.conversationBytes) },
  tooDeep: { code: 'tooDeep', value: String(importLimits.depth) },
  lostCharacters: { code: 'lostCharacters' },
  strayAnswers: { code: 'strayAnswers' },
  unreadable: { code: 'unreadable' },
  unknown: { code: 'noConversation' },
  cut: { code: 'cut' },
  ended: { code: 'ended' },
  notJson: { code: 'notJson' },
} as const satisfies Record<string, ImportReason>

/** The format that an element has or claims, if it is content of one of Parley's files other than a chat. */
export function formatOf(found: ReadElement | null): unknown {
  if (found?.status === 'item') return found.item.format
  return (found?.status === 'skipped' ? found.format : null) ?? null
}
