import type { Token } from 'marked'
import { Fragment, type ReactNode } from 'react'

import { assertNever } from '../../shared/invariant'
import { t } from '../language/t'
import { writtenText } from '../ui/text/written-text'
import { decodeEntities } from './source/entities'
import { FootnoteMark } from './footnote-mark'
import { MarkdownImage, MarkdownLink } from './link'
import { MathFormula } from './math'
import type { AnswerToken } from './source/lex'

/** The few HTML elements without a Markdown equivalent. They are created, never copied from the text. */
const plainElements = ['sub', 'sup', 'kbd'] as const

type PlainElement = (typeof plainElements)[number]

/** Renders inline tokens. */
export function Inline({ tokens = [] }: { tokens: readonly Token[] | undefined }): ReactNode {
  const elements: ReactNode[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined) break
    const paired = token.type === 'html' ? pairedElement(tokens, index) : null
    if (paired !== null) {
      const { Element, end } = paired
      elements.push(
        <Element key={index}>
          <Inline tokens={tokens.slice(index + 1, end)} />
        </Element>,
      )
      index = end
    } else {
      elements.push(<Fragment key={index}>{inlineElement(token as AnswerToken)}</Fragment>)
    }
  }
  return elements
}

/** The element that opens at `index`, if it is an allowed one and closes on the same line. */
function pairedElement(
  tokens: readonly Token[],
  index: number,
): { Element: PlainElement; end: number } | null {
  const name = /^<(\w+)>$/.exec(tokens[index]?.raw ?? '')?.[1]?.toLowerCase()
  const Element = plainElements.find((known) => known === name)
  if (Element === undefined) return null
  const end = tokens.findIndex(
    ({ type, raw }, at) => at > index && type === 'html' && raw.toLowerCase() === `</${Element}>`,
  )
  return end === -1 ? null : { Element, end }
}

/** The line feed is not seen; it keeps the words apart for what reads the text, such as the search in a chat. */
const lineBreak = (
  <>
    <br />
    {'\n'}
  </>
)

function inlineElement(token: AnswerToken): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? (
        writtenText(decodeEntities(token.text))
      ) : (
        <Inline tokens={token.tokens} />
      )
    case 'escape':
      return token.text
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return <code>{writtenText(token.text)}</code>
    case 'br':
      return lineBreak
    case 'checkbox':
      return (
        <input
          type="checkbox"
          checked={token.checked}
          readOnly
          disabled
          aria-label={token.checked ? t('markdown.task.done') : t('markdown.task.open')}
        />
      )
    case 'link':
      return (
        <MarkdownLink href={token.href} text={token.text}>
          {token.autolink === true ? token.text : <Inline tokens={token.tokens} />}
        </MarkdownLink>
      )
    case 'image':
      return <MarkdownImage href={token.href} alternative={token.text} />
    case 'math':
      return <MathFormula token={token} />
    case 'footnote-reference':
      return <FootnoteMark label={token.label} raw={token.raw} />
    case 'html':
      return /^<br ?\/?>$/i.test(token.raw) ? lineBreak : token.raw
    case 'blockquote':
    case 'code':
    case 'def':
    case 'footnote':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
    case 'unread':
      // Anything that cannot be inline is shown as written.
      return token.raw
    default:
      return assertNever(token)
  }
}
