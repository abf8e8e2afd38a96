/** Gives the keyboard to the composer of what the window shows, or back to the one that it `cameFrom`. */
export function focusComposer(cameFrom: EventTarget | null = null): void {
  const isComposer =
    cameFrom instanceof HTMLElement && cameFrom.matches('[data-slot="composer-text"]') && cameFrom.isConnected
  if (isComposer) cameFrom.focus()
  else composer()?.focus()
}

/** Gives the keyboard to the text of the composer that `element` is part of. */
export function focusComposerAround(element: Element | null): void {
  element
    ?.closest('[data-slot="composer"]')
    ?.querySelector<HTMLElement>('[data-slot="composer-text"]')
    ?.focus()
}

/** Opens the list of models of what has the keyboard: of a pane, or of the whole view. False where there is none. */
export function openModelPicker(): boolean {
  const picker =
    focusedPane()?.querySelector<HTMLElement>('[data-slot="pane-head"] [role=combobox]') ??
    document.querySelector<HTMLElement>('[data-slot="title-bar"] [role=combobox]')
  picker?.focus()
  picker?.click()
  return picker !== null
}

/** Whether `openModelPicker` has one to open. */
export function hasModelPicker(): boolean {
  return focusedPane() !== null || document.querySelector('[data-slot="title-bar"] [role=combobox]') !== null
}

/** Opens how the model of the whole view is asked; null where each pane has its own. */
export function modelSettingsButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-slot="title-bar"] [data-slot="model-settings-button"]')
}

/** The button that attaches files to what is being written: in a pane that has the keyboard, else below the view. */
export function attachButton(): HTMLElement | null {
  return (
    focusedPane()?.querySelector<HTMLElement>('[data-slot="attach-button"]') ??
    document.querySelector<HTMLElement>(
      '[data-look="column"] [data-slot="attach-button"], [data-look="wide"] [data-slot="attach-button"]',
    )
  )
}

/** The button that chooses the folder of an agent; null where no agent is asked. */
export function folderChip(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-slot="composer"] [data-slot="folder-chip"]')
}

/** The button that shows what an agent changed: of the pane that has the keyboard, else the first. */
export function reviewButton(): HTMLElement | null {
  return (
    focusedPane()?.querySelector<HTMLElement>('[data-slot="changes-review"]') ??
    document.querySelector<HTMLElement>('[data-slot="changes-review"]')
  )
}

function composer(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('[data-look="column"] textarea, [data-look="wide"] textarea') ??
    document.querySelector<HTMLElement>('[data-slot="composer-text"]')
  )
}

function focusedPane(): Element | null {
  return document.activeElement?.closest('[data-slot="pane"]') ?? null
}
