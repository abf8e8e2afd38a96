import type { Token, Tokens } from 'marked'
import { type ReactNode, useContext } from 'react'

import { memo } from '../language/memo'
import { assertNever } from '../../shared/invariant'
import { isFenceClosed } from '../../shared/markdown/fenced-code'
import { partDirections, type TextDirection, textDirection } from '../../shared/markdown/text-direction'
import { Inline } from './inline'
import { MathFormula } from './math'
import { PlainText } from './plain-text-view'
import type { AnswerToken } from './source/lex'
import { classNames } from '../ui/class-names'
import { writtenText } from '../ui/text/written-text'
import markdownStyles from './markdown.module.css'
import { CodeBlock } from './code/code-block'
import { lazyComponent } from '../ui/lazy-component'
import { Table } from './table'
import { StreamedHereContext, GrowingContext } from './code/markdown-context'

/** Few answers have a diagram. Shows the source until the diagram can be drawn. */
const LazyDiagram = lazyComponent(() => import('./diagrams/diagram'), 'Diagram', CodeBlock)

interface BlockProps {
  token: Token
  linksKey: string
}

/** Re-renders a block only when its source changes, or a definition that it may refer to. */
const Block = memo(
  function Block({ token, linksKey }: BlockProps) {
    return blockElement(token as AnswerToken, linksKey)
  },
  (before, after) =>
    before.token === after.token ||
    (before.token.type === after.token.type &&
      before.token.raw === after.token.raw &&
      (before.linksKey === after.linksKey || !after.token.raw.includes('['))),
)

/** Consecutive blocks of a text. */
export function Blocks({ tokens, linksKey }: { tokens: readonly Token[]; linksKey: string }): ReactNode {
  return tokens.map((token, index) => <Block key={index} token={token} linksKey={linksKey} />)
}

function blockElement(token: AnswerToken, linksKey: string): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'footnote':
      return null
    case 'paragraph':
      return (
        <p dir={textDirection(token.raw)}>
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'heading': {
      // An answer may be stopped between the marks of a heading and its first word.
      if (token.text.trim() === '') return null
      // The chat's title is the page's top heading, so an answer's headings start one level lower.
      const Heading = `h${Math.min(6, token.depth + 1)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
      return (
        <Heading className={markdownStyles.heading} dir={textDirection(token.raw)}>
          <Inline tokens={token.tokens} />
        </Heading>
      )
    }
    case 'code':
      return <FencedCode token={token} />
    case 'math':
      return <MathFormula token={token} />
    case 'blockquote':
      return (
        <blockquote dir={textDirection(token.raw)}>
          <Blocks tokens={token.tokens} linksKey={linksKey} />
        </blockquote>
      )
    case 'list':
      return <List list={token} linksKey={linksKey} />
    case 'table':
      return <Table table={token} />
    case 'hr':
      return <hr className={markdownStyles.rule} />
    case 'html':
      return <p className={markdownStyles.html}>{writtenText(token.text.trimEnd())}</p>
    case 'unread':
      return <PlainText text={token.text} />
    case 'text':
      return <Inline tokens={token.tokens ?? [token]} />
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'footnote-reference':
    case 'image':
    case 'link':
    case 'strong':
      return <Inline tokens={[token]} />
    case 'list_item':
      // Occurs only in the items of a list, never on its own.
      return null
    default:
      return assertNever(token)
  }
}

function List({ list, linksKey }: { list: Tokens.List; linksKey: string }) {
  const directionOf = partDirections(list.raw)
  const items = list.items.map((item, index) => (
    <ListItem
      key={index}
      item={item}
      direction={directionOf(item.raw)}
      isLoose={list.loose}
      linksKey={linksKey}
    />
  ))
  const direction = textDirection(list.raw)
  const look = list.loose ? markdownStyles.loose : undefined
  if (!list.ordered) {
    return (
      <ul dir={direction} className={look}>
        {items}
      </ul>
    )
  }
  return (
    <ol
      dir={direction}
      className={look}
      start={list.start === '' || list.start === 1 ? undefined : list.start}
    >
      {items}
    </ol>
  )
}

/** The classes of a task, and of an item that ends in text rather than a block. */
function itemClass(item: Tokens.ListItem): string | undefined {
  const isWords = item.tokens.at(-1)?.type === 'text'
  if (item.task) return isWords ? classNames(markdownStyles.task, markdownStyles.words) : markdownStyles.task
  return isWords ? markdownStyles.words : undefined
}

interface ListItemProps {
  item: Tokens.ListItem
  direction: TextDirection
  isLoose: boolean
  linksKey: string
}

const ListItem = memo(
  function ListItem({ item, direction, linksKey }: ListItemProps) {
    return (
      <li dir={direction} className={itemClass(item)}>
        <Blocks tokens={item.tokens} linksKey={linksKey} />
      </li>
    )
  },
  (before, after) =>
    before.item.raw === after.item.raw &&
    before.direction === after.direction &&
    before.isLoose === after.isLoose &&
    (before.linksKey === after.linksKey || !after.item.raw.includes('[')),
)

/** A code block, or the diagram that it describes. */
function FencedCode({ token }: { token: Tokens.Code }) {
  const isGrowing = useContext(GrowingContext)
  const arrivedHere = useContext(StreamedHereContext)
  const language = /^\S*/.exec(token.lang ?? '')?.[0] ?? ''
  const Kind = language.toLowerCase() === 'mermaid' ? LazyDiagram : CodeBlock
  return (
    <Kind
      text={token.text}
      language={language}
      isClosed={!isGrowing || isFenceClosed(token.raw)}
      arrivedHere={arrivedHere}
    />
  )
}
