import type { MarkedToken, Token, Tokens } from 'marked'
import { memo, type ReactNode } from 'react'

import { assertNever } from '../../../shared/invariant'
import { CodeBlock } from './code-block'
import { decodeEntities } from './entities'
import { Inline } from './inline'

interface BlockProps {
  token: Token
  linksKey: string
}

/** A block is drawn again only when its source changed, or a definition that it may refer to. */
const Block = memo(
  function Block({ token, linksKey }: BlockProps) {
    return blockElement(token as MarkedToken, linksKey)
  },
  (before, after) =>
    before.token === after.token ||
    (before.token.type === after.token.type &&
      before.token.raw === after.token.raw &&
      (before.linksKey === after.linksKey || !after.token.raw.includes('['))),
)

export function Blocks({ tokens, linksKey }: { tokens: readonly Token[]; linksKey: string }): ReactNode {
  return tokens.map((token, index) => <Block key={index} token={token} linksKey={linksKey} />)
}

function blockElement(token: MarkedToken, linksKey: string): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'heading': {
      // The page's own heading is the title of the chat: an answer's begin below it.
      const Heading = `h${Math.min(6, token.depth + 1)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
      return (
        <Heading>
          <Inline tokens={token.tokens} />
        </Heading>
      )
    }
    case 'code':
      return <CodeBlock text={token.text} language={/^\S*/.exec(token.lang ?? '')?.[0] ?? ''} />
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} linksKey={linksKey} />
        </blockquote>
      )
    case 'list':
      return <List list={token} linksKey={linksKey} />
    case 'table':
      return <Table table={token} />
    case 'hr':
      return <hr />
    case 'html':
      return <p className="markdown-html">{token.text.trimEnd()}</p>
    case 'text':
      return token.tokens === undefined ? decodeEntities(token.text) : <Inline tokens={token.tokens} />
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'strong':
      return <Inline tokens={[token]} />
    case 'list_item':
      // It stands in its list's own field and never by itself.
      return null
    default:
      return assertNever(token)
  }
}

function List({ list, linksKey }: { list: Tokens.List; linksKey: string }) {
  const items = list.items.map((item, index) => (
    <ListItem key={index} item={item} isLoose={list.loose} linksKey={linksKey} />
  ))
  if (!list.ordered) return <ul>{items}</ul>
  return <ol {...(list.start === '' || list.start === 1 ? {} : { start: list.start })}>{items}</ol>
}

interface ListItemProps {
  item: Tokens.ListItem
  isLoose: boolean
  linksKey: string
}

const ListItem = memo(
  function ListItem({ item, linksKey }: ListItemProps) {
    return (
      <li className={item.task ? 'markdown-task' : undefined}>
        <Blocks tokens={item.tokens} linksKey={linksKey} />
      </li>
    )
  },
  (before, after) =>
    before.item.raw === after.item.raw &&
    before.isLoose === after.isLoose &&
    (before.linksKey === after.linksKey || !after.item.raw.includes('[')),
)

function Table({ table }: { table: Tokens.Table }) {
  return (
    <div className="markdown-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col" style={{ textAlign: cell.align ?? undefined }}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index} style={{ textAlign: cell.align ?? undefined }}>
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
