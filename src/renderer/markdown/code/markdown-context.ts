import { createContext, useContext } from 'react'

import { invariant } from '../../../shared/invariant'
import type { Highlighter } from './highlighter'

/** What the window gives to every Markdown in it. */
export interface MarkdownTools {
  highlighter: Highlighter
  /** Whether long lines of code are broken until the reader says otherwise. */
  wrapCode: boolean
}

/** Set once by the window. */
export const MarkdownToolsContext = createContext<MarkdownTools | null>(null)

export function useMarkdownTools(): MarkdownTools {
  const tools = useContext(MarkdownToolsContext)
  invariant(tools !== null, 'the component stands inside MarkdownToolsContext')
  return tools
}

/** Whether the text still grows: what is open at its end may yet be closed. */
export const GrowingContext = createContext(false)

/** Whether the text was seen growing here: then what it has shown is not folded any more. */
export const ArrivedHereContext = createContext(false)
