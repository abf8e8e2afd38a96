/** Focuses the composer of the current view, or returns focus to the one it `cameFrom`. */
export function focusComposer(cameFrom: EventTarget | null = null): void {
  const isComposer =
    cameFrom instanceof HTMLElement && cameFrom.matches('[data-slot="composer-text"]') && cameFrom.isConnected
  if (isComposer) cameFrom.focus()
  else composer()?.focus()
}

/** Focuses the text field of the composer that contains `element`. */
export function focusComposerAround(element: Element | null): void {
  element
    ?.closest('[data-slot="composer"]')
    ?.querySelector<HTMLElement>('[data-slot="composer-text"]')
    ?.focus()
}

/** Opens the model picker of the focused pane, else of the whole view. False if there is none. */
export function openModelPicker(): boolean {
  const picker =
    focusedPane()?.querySelector<HTMLElement>('[data-slot="pane-head"] [role=combobox]') ??
    document.querySelector<HTMLElement>('[data-slot="title-bar"] [role=combobox]')
  picker?.focus()
  picker?.click()
  return picker !== null
}

/** True if `openModelPicker` has a picker to open. */
export function hasModelPicker(): boolean {
  return focusedPane() !== null || document.querySelector('[data-slot="title-bar"] [role=combobox]') !== null
}

/** The button for the model settings of the whole view; null when each pane has its own. */
export function modelSettingsButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-slot="title-bar"] [data-slot="model-settings-button"]')
}

/** The button with this slot in the composer of the focused pane, else of the whole view. */
export function composerButton(slot: 'attach-button' | 'tools-button'): HTMLElement | null {
  const button = `[data-slot="${slot}"]`
  return (
    focusedPane()?.querySelector<HTMLElement>(button) ??
    document.querySelector<HTMLElement>(`[data-look="column"] ${button}, [data-look="wide"] ${button}`)
  )
}

/** The button that chooses an agent's folder; null when the model is no agent. */
export function folderChip(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-slot="composer"] [data-slot="folder-chip"]')
}

/** The button that shows an agent's changes: in the focused pane, else the first one. */
export function reviewButton(): HTMLElement | null {
  return (
    focusedPane()?.querySelector<HTMLElement>('[data-slot="changes-review"]') ??
    document.querySelector<HTMLElement>('[data-slot="changes-review"]')
  )
}

/** False if the sidebar is hidden, as it is in a narrow window. */
export function isSidebarShown(): boolean {
  const sidebar = document.querySelector('[data-slot="sidebar"]')
  return sidebar?.checkVisibility({ visibilityProperty: true }) === true
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

/** A `ref` for the first control of a view: when a view replaces another one in the dialog, it takes the focus. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
