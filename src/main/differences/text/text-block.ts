import type { BlockKind } from '../../../shared/differences/differences'

/** A piece of a text, from its first UTF-16 unit up to and without `to`. */
export interface Span {
  from: number
  to: number
}

/** A block of Markdown and the blank lines after it. The blocks of a text cover it without gaps. */
export interface TextBlock extends Span {
  kind: BlockKind
}
