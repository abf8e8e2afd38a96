/** A diagram in an exported page: its source as the page has it, and its drawing as SVG. */
export interface PageDiagram {
  source: string
  svg: string
}

/** Limits of the diagrams in one export; those beyond them stay source. */
export const pageDiagramLimits = {
  count: 100,
  sourceChars: 20_000,
  /** The length of one drawing. */
  svgChars: 500_000,
  /** The length of all drawings together, which have to fit into one frame of the wire. */
  totalSvgChars: 8_000_000,
} as const
