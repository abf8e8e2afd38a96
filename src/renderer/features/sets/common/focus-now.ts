/** As the `ref` of the first control of a view: a view that replaces another one in the dialog gets the focus. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
