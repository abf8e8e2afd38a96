import type { SetPromptId } from '../../../shared/ids'
import type { PromptContent } from '../../../shared/sets/sets'

/** A prompt of a set in its form. */
export interface PromptEdit {
  /** Null for a new one. */
  promptId: SetPromptId | null
  content: PromptContent
}

/** The text of the draft of a prompt. */
export function promptDraft(edit: PromptEdit): string {
  return JSON.stringify(edit)
}

/** The prompt that this draft keeps; null without one, or if another version wrote it. */
export function promptOfDraft(draft: string): PromptEdit | null {
  if (draft === '') return null
  try {
    const { promptId, content } = JSON.parse(draft) as Partial<PromptEdit>
    const isKnown =
      typeof content?.text === 'string' && typeof content.values === 'object' && Array.isArray(content.checks)
    return isKnown ? { promptId: promptId ?? null, content } : null
  } catch {
    // Nothing that a form could show.
    return null
  }
}
