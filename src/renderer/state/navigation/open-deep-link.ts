import type { DeepLink } from '../../../shared/app/deep-link'
import { assertNever } from '../../../shared/invariant'
import { newChatDraft } from '../drafts/draft-places'
import type { View } from './navigation'

/** Goes where an address of Parley's own leads. What it brings is put into a field, never sent. */
export function openDeepLink(
  link: DeepLink,
  targets: {
    go: (view: View) => void
    openSettings: () => void
    /** The model that a new chat begins with, if it is there. */
    suggestModel: (model: string | null) => void
    /** Adds to what was typed there already. */
    addToDraft: (place: string, text: string) => void
  },
): void {
  switch (link.to) {
    case 'chat':
      targets.go({ kind: 'chat', sessionId: link.sessionId })
      return
    case 'comparison':
      targets.go({ kind: 'compare', comparisonId: link.comparisonId })
      return
    case 'new-chat':
      targets.suggestModel(link.model)
      if (link.text !== null) targets.addToDraft(newChatDraft, link.text)
      targets.go({ kind: 'chat', sessionId: null })
      return
    case 'new-comparison':
      targets.go({ kind: 'compare', comparisonId: null })
      return
    case 'settings':
      targets.openSettings()
      return
    default:
      assertNever(link)
  }
}
