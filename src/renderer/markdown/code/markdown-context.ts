import { createContext, useContext } from 'react'

import { invariant } from '../../../shared/invariant'
import type { AnswerPage } from '../../../shared/pages/page'
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

/**
 * Shows a page of the message that contains `from`, which gets the focus back: `page`, or without one its last. Null
 * where no pages are shown.
 */
export type ShowPage = (from: HTMLElement, page?: AnswerPage) => void
export const ShowPageContext = createContext<ShowPage | null>(null)

/** True while the text is streaming, so that an open construct at its end may still be closed. */
export const GrowingContext = createContext(false)

/** True if the text was streamed here: code that has been visible is not folded. */
export const StreamedHereContext = createContext(false)
