import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { commandOf } from './call-facts'
import { callPhrase } from './own-calls'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'

const nameChars = 120
const seenLines = 5

/** The request as one sentence. */
export function approvalWords(approval: ApprovalRequest): string {
  const { kind, input, toolName, changes, unlistedChanges = 0, subject } = approval
  const phrase = callPhrase(approval)
  const tool = visibleLine(withoutMiddle(phrase === '' ? toolName : phrase, nameChars))
  if (subject !== undefined) return t('messages.approval.modelUses', { tool })
  if (kind === 'execute') {
    // Long commands are partly out of view, so their length is stated.
    const count = (commandOf(input) ?? '').trimEnd().split('\n').length
    return count > seenLines
      ? t('messages.approval.runCommandLines', { count })
      : t('messages.approval.runCommand')
  }
  if (changes !== undefined && changes.length > 0) {
    return t('messages.approval.changeFiles', { count: changes.length + unlistedChanges })
  }
  return t('messages.approval.useTool', { tool })
}
