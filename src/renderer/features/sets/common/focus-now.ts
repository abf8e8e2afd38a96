/** A `ref` for the first control of a view: when a view replaces another one in the dialog, it takes the focus. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
