/** Gives the keyboard to the composer of what the window shows, or back to the one that it `cameFrom`. */
export function focusComposer(cameFrom: EventTarget | null = null): void {
  const isComposer =
    cameFrom instanceof HTMLElement && cameFrom.matches('.composer-text') && cameFrom.isConnected
  if (isComposer) cameFrom.focus()
  else composer()?.focus()
}

/** Gives the keyboard to the text of the composer that `element` is part of. */
export function focusComposerAround(element: Element | null): void {
  element?.closest('.composer')?.querySelector<HTMLElement>('.composer-text')?.focus()
}

/** Opens the list of models of what has the keyboard: of a pane, or of the whole view. False where there is none. */
export function openModelPicker(): boolean {
  const picker =
    focusedPane()?.querySelector<HTMLElement>('.pane-head [role=combobox]') ??
    document.querySelector<HTMLElement>('.title-bar [role=combobox]')
  picker?.focus()
  picker?.click()
  return picker !== null
}

/** Whether `openModelPicker` has one to open. */
export function hasModelPicker(): boolean {
  return focusedPane() !== null || document.querySelector('.title-bar [role=combobox]') !== null
}

/** Opens how the model of the whole view is asked; null where each pane has its own. */
export function modelSettingsButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.title-bar .model-settings-button')
}

/** The button that attaches files to what is being written: in a pane that has the keyboard, else below the view. */
export function attachButton(): HTMLElement | null {
  return (
    focusedPane()?.querySelector<HTMLElement>('.attach-button') ??
    document.querySelector<HTMLElement>('.composer-column .attach-button, .composer-wide .attach-button')
  )
}

/** The button that chooses the folder of an agent; null where no agent is asked. */
export function folderChip(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.composer .folder-chip')
}

/** The button that shows what an agent changed: of the pane that has the keyboard, else the first. */
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
