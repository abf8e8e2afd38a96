import { createStore } from 'zustand/vanilla'

export interface ConfirmationState {
  /** The page on which the user must confirm something; null when there is nothing to confirm. */
  pageUrl: string | null
  /** The user has closed the dialog that links to the page; it reopens with the next confirmation. */
  isPostponed: boolean
  /** Takes the page on which main asks; null when main has an answer. */
  receive: (pageUrl: string | null) => void
  postpone: () => void
}

/** Confirmations outside the window, which nothing inside it can answer. */
export function createConfirmation() {
  return createStore<ConfirmationState>((set) => ({
    pageUrl: null,
    isPostponed: false,
    receive: (pageUrl) =>
      set((state) => ({ pageUrl, isPostponed: state.isPostponed && state.pageUrl === pageUrl })),
    postpone: () => set({ isPostponed: true }),
  }))
}
