/** What an answer contains that can be shown as a page. */
export type PageKind = 'html' | 'svg' | 'react' | 'markdown' | 'json' | 'csv'

/** A page that a model wrote: foreign text, which only ever runs in a frame of its own. */
export interface AnswerPage {
  kind: PageKind
  /** HTML and SVG: the document. React: the module of a component. Else the text. */
  source: string
}

/** The name of a file that is shown as a page. */
export const pageFile = /\.(?<ending>html?|xhtml|svg)$/i

/** Elements that no page may have: they load, look names up, or have a realm of their own, where no guard runs. */
export const forbiddenElements = [
  'link',
  'meta',
  'base',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'portal',
  'fencedframe',
  'webview',
] as const

/** How wide a page is shown, in CSS pixels; null for the room there is. */
export const pageWidths = { phone: 390, tablet: 820, desktop: 1280, free: null } as const

export type PageSize = keyof typeof pageWidths

/** Limits of pages and of what their frames may report. */
export const pageLimits = {
  /** A longer source is not shown as a page. */
  sourceChars: 2_000_000,
  /** A longer document is not opened outside Parley; a component comes with React and a compiler. */
  documentChars: 5_000_000,
  /** Nor longer Markdown, JSON or CSV, whose document is made in the window. */
  textChars: 200_000,
  /** Frames in one window. */
  frames: 8,
  /** Lines of the console of one page, and as many errors and refused requests. */
  problems: 80,
  problemChars: 1_000,
  /** Messages from one frame within a second. */
  messagesPerSecond: 200,
  /** A page that does not answer for this long is removed. */
  silentMs: 5_000,
  /** A page whose scripts hold more memory is removed. */
  heapBytes: 768 * 1024 * 1024,
} as const
