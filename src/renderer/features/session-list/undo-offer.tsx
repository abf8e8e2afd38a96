import { t } from '../../language/t'
import type { UndoOffer } from '../../state/session-list/session-organiser'
import { useApp } from '../../state/app/use-app'
import { UndoBar } from '../../ui/controls/undo-bar'
import { countOf } from '../../state/session-list/session-groups'

/** Says what was deleted or put aside, and offers it back for a while. */
export function UndoOfferBar({ offer }: { offer: UndoOffer }) {
  const { organiser } = useApp()
  return (
    <UndoBar
      text={whatWasDone(offer)}
      onUndo={(button) => {
        // The button goes: the keyboard stays in the list.
        button
          .closest('aside')
          ?.querySelector<HTMLElement>('[data-slot="session-link"][tabindex="0"]')
          ?.focus()
        void organiser.undo()
      }}
      onGone={() => organiser.forgetOffer()}
    />
  )
}

function whatWasDone({ did, entries }: UndoOffer): string {
  const [first, ...others] = entries
  return first !== undefined && others.length === 0
    ? t(did === 'deleted' ? 'sessions.undo.deletedOne' : 'sessions.undo.archivedOne', { title: first.title })
    : t(did === 'deleted' ? 'sessions.undo.deletedMany' : 'sessions.undo.archivedMany', {
        what: countOf(entries),
      })
}
