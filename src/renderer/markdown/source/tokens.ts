import type { MarkedToken } from 'marked'

import type { UnreadToken } from '../../../shared/markdown/limited-lexer'
import type { FootnoteReferenceToken, FootnoteToken } from './footnote-tokens'
import type { MathToken } from '../../../shared/markdown/math-tokens'

/** Every kind of token in an answer: marked's and ours. */
export type AnswerToken = MarkedToken | MathToken | FootnoteReferenceToken | FootnoteToken | UnreadToken
