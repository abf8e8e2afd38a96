import type { DeepLink } from '../../../shared/app/deep-link'
import { assertNever } from '../../../shared/invariant'
import { newChatDraft } from '../drafts/draft-places'
import type { View } from './navigation'

/** Follows a `parley://` address. Its text is put into a composer, never sent. */
export function openDeepLink(
  link: DeepLink,
  targets: {
    go: (view: View) => void
    openSettings: () => void
    /** Preselects the model of a new chat, if it is available. */
    suggestModel: (model: string | null) => void
    /** Appends to text that is already there. */
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
