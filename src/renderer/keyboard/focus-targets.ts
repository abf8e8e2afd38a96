/** Focuses the composer of the current view, or returns focus to the one it `cameFrom`. */
export function focusComposer(cameFrom: EventTarget | null = null): void {
  const isComposer =
    cameFrom instanceof HTMLElement && cameFrom.matches('.composer-text') && cameFrom.isConnected
  if (isComposer) cameFrom.focus()
  else composer()?.focus()
}

/** Focuses the text field of the composer that contains `element`. */
export function focusComposerAround(element: Element | null): void {
  element?.closest('.composer')?.querySelector<HTMLElement>('.composer-text')?.focus()
}

/** Opens the model picker of the focused pane, else of the whole view. False if there is none. */
export function openModelPicker(): boolean {
  const picker =
    focusedPane()?.querySelector<HTMLElement>('.pane-head [role=combobox]') ??
    document.querySelector<HTMLElement>('.title-bar [role=combobox]')
  picker?.focus()
  picker?.click()
  return picker !== null
}

/** Whether `openModelPicker` has a picker to open. */
export function hasModelPicker(): boolean {
  return focusedPane() !== null || document.querySelector('.title-bar [role=combobox]') !== null
}

/** The button for the model settings of the whole view; null when each pane has its own. */
export function modelSettingsButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.title-bar .model-settings-button')
}

/** The attach button of the focused pane, else of the whole view. */
export function attachButton(): HTMLElement | null {
  return (
    focusedPane()?.querySelector<HTMLElement>('.attach-button') ??
    document.querySelector<HTMLElement>('.composer-column .attach-button, .composer-wide .attach-button')
  )
}

/** The button that chooses an agent's folder; null when the model is no agent. */
export function folderChip(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.composer .folder-chip')
}

/** The button that shows an agent's changes: in the focused pane, else the first one. */
export function reviewButton(): HTMLElement | null {
  return (
    focusedPane()?.querySelector<HTMLElement>('.changes-review') ??
    document.querySelector<HTMLElement>('.changes-review')
  )
}

function composer(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('.composer-column textarea, .composer-wide textarea') ??
    document.querySelector<HTMLElement>('.composer-text')
  )
}

function focusedPane(): Element | null {
  return document.activeElement?.closest('.pane') ?? null
}
