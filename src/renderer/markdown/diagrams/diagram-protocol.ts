import type { MermaidConfig } from 'mermaid'

/** What the window asks of the frame that draws diagrams. */
export type DiagramRequest =
  /** To be busy for a while, and to say so at once. */
  | { kind: 'prove'; busyMs: number }
  | { kind: 'load'; library: string }
  | { kind: 'draw'; id: string; source: string; config: MermaidConfig; maxSvgChars: number }

/** What the frame answers, once to each request. */
export type DiagramAnswer =
  | { kind: 'busy'; untilMs: number }
  | { kind: 'loaded' }
  | { kind: 'drawn'; svg: string }
  /** It is a diagram, and more than was wanted. */
  | { kind: 'too-large' }
  | { kind: 'failed' }
