import { createStore } from 'zustand/vanilla'

export interface ConfirmationState {
  /** The page on which the user is asked to agree to something; null while nothing is asked. */
  pageUrl: string | null
  /** The user has closed the dialog that leads there: it comes again with the next question. */
  isPutOff: boolean
  /** Main asks on this page, or has an answer. */
  hear: (pageUrl: string | null) => void
  putOff: () => void
}

/** What the user is asked outside the window, where nothing in it can agree. */
export function createConfirmation() {
  return createStore<ConfirmationState>((set) => ({
    pageUrl: null,
    isPutOff: false,
    hear: (pageUrl) => set((state) => ({ pageUrl, isPutOff: state.isPutOff && state.pageUrl === pageUrl })),
    putOff: () => set({ isPutOff: true }),
  }))
}
