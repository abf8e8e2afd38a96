import { parseSync } from '@swc/core'

/**
 * A node of the parser. Its published types are incomplete, so the functions below read the fields that
 * matter by name.
 */
export interface SyntaxNode {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  readonly [field: string]: unknown
}

/** Parses TypeScript or JavaScript; `path` decides whether JSX is allowed. @throws Error on a syntax error */
export function parseProgram(text: string, path: string): SyntaxNode {
  const program: unknown = parseSync(text, {
    syntax: 'typescript',
    tsx: /\.[jt]sx$/.test(path),
    target: 'esnext',
  })
  return program as SyntaxNode
}

/** The node and all its descendants, in source order. */
export function* nodesOf(value: unknown): Generator<SyntaxNode, void, undefined> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  for (const below of Object.values(value)) yield* nodesOf(below)
}

/** The node in this field, or null. */
export function part(node: SyntaxNode, field: string): SyntaxNode | null {
  const value = node[field]
  return isNode(value) ? value : null
}

/** The nodes in this field, with arguments and array elements unwrapped. */
export function parts(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field]
  if (!Array.isArray(value)) return []
  return value
    .map((item: unknown) => (isNode(item) ? item : expressionIn(item)))
    .filter((item) => item !== null)
}

/** The text in this field, or null. */
export function word(node: SyntaxNode, field: string): string | null {
  const value = node[field]
  return typeof value === 'string' ? value : null
}

/** The name of a member or a property in source code: `a.name`, `a['name']`, `{ name: … }`. */
export function keyName(key: SyntaxNode | null): string | null {
  if (key === null) return null
  if (key.type === 'Computed') return keyName(part(key, 'expression'))
  if (key.type === 'NumericLiteral') return String(key['value'])
  return key.type === 'Identifier' || key.type === 'StringLiteral' ? word(key, 'value') : null
}

/** The line on which a node begins; the parser counts bytes, starting at 1. */
export function lineOf(text: string, node: SyntaxNode): number {
  const before = Buffer.from(text).subarray(0, node.span.start - 1)
  return before.toString().split('\n').length
}

function expressionIn(wrapper: unknown): SyntaxNode | null {
  if (typeof wrapper !== 'object' || wrapper === null) return null
  const expression: unknown = Reflect.get(wrapper, 'expression')
  if (!isNode(expression)) return null
  const isSpread = Reflect.get(wrapper, 'spread') !== null
  return isSpread ? { type: 'Spread', span: expression.span, expression } : expression
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
}
