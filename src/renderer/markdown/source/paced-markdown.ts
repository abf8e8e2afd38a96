import type { Token } from 'marked'

import { FramePace } from './frame-pace'
import { IncrementalMarkdown, type MarkdownBlocks } from './incremental-markdown'

/**
 * For all texts of the window: they are drawn by the same code. The time includes no layout, so parsing and drawing leave
 * room for it in a frame.
 */
const drawing = new FramePace({ ms: 10, first: 1_500, fewest: 1_000, most: 14_000 })
/** How long parsing may take in one frame that also draws, and in one that does not. */
const readMs = 6
const readOnlyMs = 14
/** How much more is parsed before the time is compared. */
const reading = new FramePace({ ms: readMs / 2, first: 1_000, fewest: 500, most: 12_000 })
/** A stored text up to this length is drawn at once. */
const wholeChars = 4_000

/** The blocks of a text, and which of them one frame has drawn. */
export interface PacedBlocks extends Pick<MarkdownBlocks, 'linksKey' | 'footnotes' | 'numbers'> {
  /** A group is null until a frame has had the time to draw it. */
  groups: readonly (readonly Token[] | null)[]
  /** Further frames draw more, also if the text stays the same. */
  isBehind: boolean
}

interface UpdateOptions {
  /** The text is not complete yet. */
  isGrowing: boolean
  isWhole: boolean
}

/** Where the drawing of a long text begins: where it is read first. */
export type DrawingStart = 'beginning' | 'end'

/**
 * Spreads parsing and drawing a long text over frames, so that none takes long. What is drawn already stays; what is
 * missing is added in the order in which it comes into view.
 */
export class PacedMarkdown {
  readonly #markdown = new IncrementalMarkdown()
  readonly #start: DrawingStart
  readonly #drawn: boolean[] = []
  #isFirst = true
  #result: PacedBlocks | null = null
  #blocks: MarkdownBlocks | null = null
  /** The blocks as of the last slice. */
  #latest: MarkdownBlocks | null = null
  #drawing: { chars: number; startedMs: number } | null = null

  constructor(start: DrawingStart) {
    this.#start = start
  }

  /** The blocks of `text` for the next frame; with `isWhole`, all of them at once. */
  update(text: string, options: UpdateOptions): PacedBlocks {
    const blocks = this.#read(text, options)
    if (blocks === this.#blocks && this.#result?.isBehind === false) return this.#result
    this.#blocks = blocks
    const startedMs = performance.now()
    // Where a complete text is read first is known when all of it has been parsed.
    const mayDraw = options.isGrowing || !blocks.isBehind
    const chars = mayDraw ? this.#choose(blocks.groups, this.#budget(text, options)) : 0
    this.#isFirst = false
    this.#drawing = options.isWhole ? null : { chars, startedMs }
    const groups = blocks.groups.map((group, index) => (this.#drawn[index] === true ? group : null))
    const isBehind = blocks.isBehind || groups.includes(null)
    const { linksKey, footnotes, numbers } = blocks
    this.#result = { groups, linksKey, footnotes, numbers, isBehind }
    return this.#result
  }

  /** React has drawn these blocks. */
  drew(blocks: PacedBlocks): void {
    if (this.#drawing !== null && blocks === this.#result) drawing.tookSince(this.#drawing)
    this.#drawing = null
  }

  #budget(text: string, { isGrowing, isWhole }: UpdateOptions): number {
    const isShort = this.#isFirst && !isGrowing && text.length <= wholeChars
    return isWhole || isShort ? Number.POSITIVE_INFINITY : drawing.chars
  }

  #read(text: string, options: UpdateOptions): MarkdownBlocks {
    if (options.isWhole) return this.#markdown.update(text)
    const untilMs = performance.now() + (options.isGrowing ? readMs : readOnlyMs)
    let blocks = this.#readSlice(text, options)
    while (blocks.isBehind && blocks.readChars > 0 && performance.now() < untilMs) {
      blocks = this.#readSlice(text, options)
    }
    return blocks
  }

  #readSlice(text: string, { isGrowing }: UpdateOptions): MarkdownBlocks {
    const startedMs = performance.now()
    // The last blocks are read again with each slice, so a slice of a long block is long, too.
    const maxChars = Math.max(reading.chars, Math.round(charsIn(this.#latest?.tail ?? []) / 2))
    const blocks = this.#markdown.update(text, { maxChars, mayRest: isGrowing })
    if (blocks !== this.#latest) reading.tookSince({ chars: blocks.readChars, startedMs })
    return (this.#latest = blocks)
  }

  /** Marks groups as drawn until they have `budget` characters. Returns how many they have. */
  #choose(groups: MarkdownBlocks['groups'], budget: number): number {
    let chars = 0
    for (let step = 0; step < groups.length && chars < budget; step += 1) {
      const index = this.#start === 'end' ? groups.length - 1 - step : step
      if (this.#drawn[index] === true) continue
      this.#drawn[index] = true
      chars += charsIn(groups[index] ?? [])
    }
    return chars
  }
}

function charsIn(group: readonly Token[]): number {
  return group.reduce((sum, { raw }) => sum + raw.length, 0)
}

/** Texts that have more to draw, in turn: one per frame, however many there are. */
const waiting = new Set<() => void>()
let frame: number | null = null

/** Calls `drawMore` in a frame of its own. Returns a function that takes it back. */
export function takeTurn(drawMore: () => void): () => void {
  waiting.add(drawMore)
  frame ??= requestAnimationFrame(next)
  return () => {
    waiting.delete(drawMore)
  }
}

function next(): void {
  frame = null
  const [drawMore] = waiting
  if (drawMore === undefined) return
  waiting.delete(drawMore)
  if (waiting.size > 0) frame = requestAnimationFrame(next)
  drawMore()
}
