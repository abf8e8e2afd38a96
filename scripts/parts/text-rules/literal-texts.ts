import { keyName, lineOf, nodesOf, parseProgram, part, parts, type SyntaxNode, word } from './syntax-tree.ts'

/** Attributes and fields whose text users read or hear. */
const shownNames = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'description',
  'explanation',
  'heading',
  'hint',
  'label',
  'message',
  'note',
  'place',
  'placeholder',
  'rest',
  'subtitle',
  'term',
  'title',
  'tooltip',
  'what',
])

/** A catalogue key, whose text is looked up later. */
const catalogueKey = /^[a-z]\w*(\.\w+){1,2}$/

/** A text in the code of the window that should be in the catalogue. */
export interface LiteralText {
  line: number
  text: string
}

/**
 * The literal texts in a file of the window: in and between elements, in attributes that users read or hear,
 * and in fields with the same names. Ignores texts without a letter, because symbols need no translation.
 */
export function findLiteralTexts({ path, text }: { path: string; text: string }): LiteralText[] {
  return [...nodesOf(parseProgram(text, path))]
    .flatMap(shownBy)
    .toSorted((one, other) => one.span.start - other.span.start)
    .map((literal) => ({ line: lineOf(text, literal), text: textOf(literal) }))
    .filter(({ text: said }) => /\p{L}/u.test(said) && !catalogueKey.test(said))
}

/** The literals that this node itself shows, without those of its child nodes. */
function shownBy(node: SyntaxNode): SyntaxNode[] {
  switch (node.type) {
    case 'JSXText':
      return [node]
    case 'JSXElement':
    case 'JSXFragment':
      return parts(node, 'children').flatMap((child) =>
        child.type === 'JSXExpressionContainer' ? literalsIn(part(child, 'expression')) : [],
      )
    case 'JSXAttribute':
      return shownNames.has(attributeName(node)) ? literalsIn(part(node, 'value')) : []
    case 'KeyValueProperty':
      return shownNames.has(keyName(part(node, 'key')) ?? '') ? literalsIn(part(node, 'value')) : []
    default:
      return []
  }
}

/** The literals that an expression may evaluate to. */
function literalsIn(expression: SyntaxNode | null): SyntaxNode[] {
  if (expression === null) return []
  switch (expression.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return [expression]
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'TsSatisfiesExpression':
      return literalsIn(part(expression, 'expression'))
    case 'ConditionalExpression':
      return [...literalsIn(part(expression, 'consequent')), ...literalsIn(part(expression, 'alternate'))]
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(word(expression, 'operator') ?? '')
        ? [...literalsIn(part(expression, 'left')), ...literalsIn(part(expression, 'right'))]
        : []
    case 'ArrowFunctionExpression': {
      const body = part(expression, 'body')
      return body?.type === 'BlockStatement' ? [] : literalsIn(body)
    }
    default:
      return []
  }
}

function textOf(literal: SyntaxNode): string {
  const said =
    literal.type === 'TemplateLiteral'
      ? parts(literal, 'quasis')
          .map((quasi) => word(quasi, 'cooked') ?? '')
          .join('…')
      : (word(literal, 'value') ?? '')
  return said.replaceAll(/\s+/gu, ' ').trim()
}

function attributeName(attribute: SyntaxNode): string {
  const name = part(attribute, 'name')
  return name === null ? '' : (word(name, 'value') ?? '')
}
