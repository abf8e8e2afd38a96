import type { MermaidConfig } from 'mermaid'

/** A request from the window to the frame that draws diagrams. */
export type DiagramRequest =
  /** Answer at once, then block for a while. */
  | { kind: 'prove'; busyMs: number }
  | { kind: 'load'; library: string }
  | { kind: 'draw'; id: string; source: string; config: MermaidConfig; maxSvgChars: number }

/** The frame's answer; each request gets exactly one. */
export type DiagramAnswer =
  | { kind: 'busy'; untilMs: number }
  | { kind: 'loaded' }
  | { kind: 'drawn'; svg: string }
  /** A diagram, but too large to show. */
  | { kind: 'too-large' }
  | { kind: 'failed' }
