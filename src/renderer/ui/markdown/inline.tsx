import type { MarkedToken, Token } from 'marked'
import { Fragment, type ReactNode } from 'react'

import { assertNever } from '../../../shared/invariant'
import { decodeEntities } from './entities'
import { ImageButton, MarkdownLink } from './link'

/** Tokens inside a line, as elements. */
export function Inline({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{inlineElement(token as MarkedToken)}</Fragment>)
}

function inlineElement(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? decodeEntities(token.text) : <Inline tokens={token.tokens} />
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
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return (
        <input
          type="checkbox"
          checked={token.checked}
          readOnly
          disabled
          aria-label={token.checked ? 'done' : 'to do'}
        />
      )
    case 'link':
      return (
        <MarkdownLink href={token.href} text={token.text}>
          {token.autolink === true ? token.text : <Inline tokens={token.tokens} />}
        </MarkdownLink>
      )
    case 'image':
      return <ImageButton href={token.href} alternative={token.text} />
    case 'html':
    case 'blockquote':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
      // Raw HTML, and whatever else has no place inside a line, is shown as it was written.
      return token.raw
    default:
      return assertNever(token)
  }
}
