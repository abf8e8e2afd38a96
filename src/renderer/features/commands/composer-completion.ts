import type { KeyboardEvent } from 'react'

/** Completions while typing; ARIA attributes of the field expose the active one. */
export interface ComposerCompletion {
  listId: string
  activeId: string | undefined
  /** Handles a key for the list; returns whether it did. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}
