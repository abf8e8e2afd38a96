import { focusComposer } from '../../../keyboard/focus-targets'

/** Focuses the text field of the pane around `element`, which is about to disappear or to become another button. */
export function focusFieldAround(element: HTMLElement): void {
  // Focusing a field in the strip would open its pane.
  if (element.closest('[data-thumb]') !== null) focusComposer()
  else
    element
      .closest('[data-slot="pane"]')
      ?.querySelector<HTMLElement>('[data-slot="composer"] [data-slot="composer-text"]')
      ?.focus()
}
