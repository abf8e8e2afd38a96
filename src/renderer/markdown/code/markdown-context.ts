import { createContext, useContext } from 'react'

import { invariant } from '../../../shared/invariant'
import type { LinkTarget } from '../source/link-target'
import type { Highlighter } from './highlighter'

/** Provided by the window to all Markdown in it. */
export interface MarkdownTools {
  highlighter: Highlighter
  /** Long lines of code wrap by default. */
  wrapCode: boolean
}

/** Provided once by the window. */
export const MarkdownToolsContext = createContext<MarkdownTools | null>(null)

/** The window's tools, for a component inside `MarkdownToolsContext`. */
export function useMarkdownTools(): MarkdownTools {
  const tools = useContext(MarkdownToolsContext)
  invariant(tools !== null, 'the component is rendered inside MarkdownToolsContext')
  return tools
}

/** Called when a link is clicked; the window asks the user first. */
export const FollowLinkContext = createContext<(target: LinkTarget) => void>(() => undefined)

/** True while the text is streaming, so that an open construct at its end may still be closed. */
export const GrowingContext = createContext(false)

/** True if the text was streamed here: code that has been visible is not folded. */
export const StreamedHereContext = createContext(false)
