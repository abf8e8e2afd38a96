import type { KeyboardEvent } from 'react'

/** What is offered while one types: the field tells those who do not see it which line is active. */
export interface ComposerCompletion {
  listId: string
  activeId: string | undefined
  /** Answers whether the key was for the list. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}
