import type { MarkedToken } from 'marked'

import type { UnreadToken } from '../../../shared/markdown/limited-lexer'
import type { FootnoteReferenceToken, FootnoteToken } from './footnote-tokens'
import type { MathToken } from '../../../shared/markdown/math-tokens'

/** Every kind of token that an answer consists of: marked's own, and ours. */
export type AnswerToken = MarkedToken | MathToken | FootnoteReferenceToken | FootnoteToken | UnreadToken
