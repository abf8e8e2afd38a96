import { Bindings, elementOf } from './bindings.ts'
import { keyName, nodesOf, part, parts, type SyntaxNode } from './syntax-tree.ts'

const functionTypes = [
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'MethodProperty',
]
/** Syntax around an expression that does not change what it is. */
const wrapperTypes = [
  'ParenthesisExpression',
  'AwaitExpression',
  'TsAsExpression',
  'TsConstAssertion',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
  'TsTypeAssertion',
]
const listFilters = ['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'flat', 'concat']
const listPicks = ['at', 'find', 'findLast', 'pop', 'shift']
const listCopies = ['from', 'all', 'of', 'fromAsync']
const objectLists = ['keys', 'values', 'entries']
const maxAlternatives = 200
/** A list that is made of itself (`list = [...list, more]`) has no end. */
const maxListDepth = 16

/**
 * What the expressions of one file can be, as far as the file itself tells: through constants, destructuring,
 * loops, tables of tests, and its own functions with all that they are called with.
 */
export class Values {
  readonly #bindings: Bindings
  /** Names that are being looked up: one that leads back to itself adds nothing. */
  readonly #open = new Set<SyntaxNode>()
  /** Lists that are being looked through: one that is made of itself, as by a function that calls itself, has no more. */
  readonly #openLists = new Set<SyntaxNode>()
  #listDepth = 0

  constructor(program: SyntaxNode) {
    this.#bindings = new Bindings(program)
    const calls = [...nodesOf(program)].filter(({ type }) => type === 'CallExpression')
    for (const call of calls) this.#bindParameters(call)
  }

  /** Every node that this one can stand for; itself when nothing more is known. */
  resolve(node: SyntaxNode): SyntaxNode[] {
    if (this.#open.has(node)) return []
    this.#open.add(node)
    try {
      const found = this.#alternatives(node)?.flatMap((next) => this.resolve(next)) ?? [node]
      return [...new Set(found)].slice(0, maxAlternatives)
    } finally {
      this.#open.delete(node)
    }
  }

  /** What iterating over this gives. An entry of a folder is a node of its own, `Entry`, with the call that listed it. */
  elements(list: SyntaxNode): SyntaxNode[] {
    if (this.#listDepth > maxListDepth || this.#openLists.has(list)) return []
    this.#openLists.add(list)
    this.#listDepth += 1
    try {
      return this.resolve(list).flatMap((node) => this.#elementsOf(node))
    } finally {
      this.#listDepth -= 1
      this.#openLists.delete(list)
    }
  }

  /** The names by which this is called where it comes from: of a function, a member or an imported thing. */
  namesOf(node: SyntaxNode): string[] {
    return this.resolve(node)
      .map((found) => {
        if (found.type === 'Identifier') return this.#bindings.originalName(found)
        if (found.type === 'MemberExpression') return keyName(part(found, 'property'))
        const [wrapped] = found.type === 'CallExpression' ? parts(found, 'arguments') : []
        const isPromisified = wrapped !== undefined && this.calls(found, 'promisify')
        return isPromisified ? (this.namesOf(wrapped)[0] ?? null) : null
      })
      .filter((name) => name !== null)
  }

  /** The name of something imported or global, or '': a parameter that nobody gives anything is neither. */
  globalName(identifier: SyntaxNode): string {
    const name = this.#bindings.originalName(identifier) ?? ''
    return this.#bindings.isImported(identifier) || name.startsWith('__') ? name : ''
  }

  /** Whether this call is of something with one of these names. */
  calls(call: SyntaxNode, ...names: string[]): boolean {
    const callee = part(call, 'callee')
    return callee !== null && this.namesOf(callee).some((name) => names.includes(name))
  }

  #alternatives(node: SyntaxNode): SyntaxNode[] | null {
    if (node.type === 'Identifier') {
      const bound = this.#bindings.of(node)
      return bound.length === 0 ? null : [...bound]
    }
    if (wrapperTypes.includes(node.type)) return present(part(node, 'expression') ?? part(node, 'argument'))
    if (node.type === 'OptionalChainingExpression') return present(part(node, 'base'))
    if (node.type === 'ConditionalExpression') return fields(node, 'consequent', 'alternate')
    if (node.type === 'BinaryExpression' && node['operator'] !== '+') return fields(node, 'left', 'right')
    if (node.type === 'AssignmentExpression') return fields(node, 'right')
    if (node.type === 'Element') return this.#pick(node)
    if (node.type === 'MemberExpression') return this.#property(node)
    return node.type === 'CallExpression' ? this.#result(node) : null
  }

  #pick({ list, index }: SyntaxNode): SyntaxNode[] {
    const lists = this.resolve(list as SyntaxNode)
    return lists.flatMap((node) => {
      const elements = this.#elementsOf(node)
      const picked =
        node.type === 'ArrayExpression' && typeof index === 'number' ? [elements[index]] : elements
      return picked.filter((element) => element !== undefined)
    })
  }

  #property(node: SyntaxNode): SyntaxNode[] | null {
    const object = part(node, 'object')
    const property = part(node, 'property')
    if (object === null || property === null) return null
    const computed = property.type === 'Computed' ? part(property, 'expression') : null
    const name = keyName(property)
    const found = this.resolve(object).flatMap((owner) => {
      if (owner.type === 'ArrayExpression' && computed !== null) {
        return this.#pick(elementOf(owner, name === null ? null : Number(name)))
      }
      const properties = owner.type === 'ObjectExpression' ? parts(owner, 'properties') : []
      return properties
        .filter(
          (candidate) =>
            name === null || keyName(part(candidate, 'key')) === name || keyName(candidate) === name,
        )
        .map((candidate) => part(candidate, 'value') ?? candidate)
    })
    return found.length === 0 ? null : found
  }

  #result(call: SyntaxNode): SyntaxNode[] | null {
    const callee = part(call, 'callee')
    if (callee === null) return null
    const object = callee.type === 'MemberExpression' ? part(callee, 'object') : null
    if (object !== null && listPicks.includes(keyName(part(callee, 'property')) ?? '')) {
      return this.elements(object)
    }
    const returned = this.#functions(callee).flatMap(returnsOf)
    return returned.length === 0 ? null : returned
  }

  #elementsOf(node: SyntaxNode): SyntaxNode[] {
    if (node.type === 'ArrayExpression') {
      return parts(node, 'elements').flatMap((element) => {
        const spread = element.type === 'Spread' ? part(element, 'expression') : null
        return spread === null ? [element] : this.elements(spread)
      })
    }
    const [first, second] = parts(node, 'arguments')
    if (node.type === 'NewExpression' && first !== undefined) return this.elements(first)
    if (node.type !== 'CallExpression') return []
    if (this.calls(node, 'readdir', 'readdirSync', 'glob', 'globSync')) {
      return [{ type: 'Entry', span: node.span, call: node }]
    }
    const callee = part(node, 'callee')
    const object = callee === null ? null : part(callee, 'object')
    if (object === null) return []
    if (this.calls(node, ...listCopies) && first !== undefined) {
      return second === undefined ? this.elements(first) : this.#functions(second).flatMap(returnsOf)
    }
    if (this.calls(node, ...listFilters)) return this.elements(object)
    if (this.calls(node, 'map', 'flatMap') && first !== undefined) {
      const returned = this.#functions(first).flatMap(returnsOf)
      return returned.flatMap((value) => [
        value,
        ...(this.calls(node, 'flatMap') ? this.elements(value) : []),
      ])
    }
    if (!this.calls(node, ...objectLists)) return []
    if (first === undefined) return this.elements(object)
    return this.resolve(first).flatMap((owner) =>
      parts(owner, 'properties').flatMap((property) => {
        const { key, value } = propertyOf(property)
        if (this.calls(node, 'keys')) return [key]
        return [this.calls(node, 'values') ? value : pairOf(key, value)]
      }),
    )
  }

  #functions(node: SyntaxNode): SyntaxNode[] {
    return this.resolve(node).filter(({ type }) => functionTypes.includes(type))
  }

  /** Parameters stand for what their function is called with, by name, by a method of a list, or by a table. */
  #bindParameters(call: SyntaxNode): void {
    const callee = part(call, 'callee')
    if (callee === null) return
    const given = parts(call, 'arguments')
    for (const called of this.#functions(callee)) {
      for (const [index, pattern] of parametersOf(called).entries()) {
        const value = given[index]
        if (value !== undefined) this.#bindings.bind(pattern, value)
      }
    }
    const object = callee.type === 'MemberExpression' ? part(callee, 'object') : null
    const isTable = callee.type === 'CallExpression' && this.calls(callee, 'each', 'for')
    const table = isTable ? parts(callee, 'arguments')[0] : undefined
    for (const callback of given.flatMap((value) => this.#functions(value))) {
      const parameters = parametersOf(callback)
      if (table !== undefined) this.#bindRow(parameters, table)
      else if (object !== null) {
        const at = this.calls(call, 'reduce', 'reduceRight') ? 1 : 0
        this.#bindings.bind(parameters[at] ?? null, elementOf(object, null))
      }
    }
  }

  #bindRow(parameters: SyntaxNode[], table: SyntaxNode): void {
    const row = elementOf(table, null)
    const isSpread = this.elements(table).some((value) =>
      this.resolve(value).some(({ type }) => type === 'ArrayExpression'),
    )
    for (const [index, pattern] of parameters.entries()) {
      this.#bindings.bind(pattern, isSpread && pattern.type !== 'ArrayPattern' ? elementOf(row, index) : row)
    }
  }
}

function parametersOf(callable: SyntaxNode): SyntaxNode[] {
  return parts(callable, 'params').map((parameter) => part(parameter, 'pat') ?? parameter)
}

/** What a function gives back. Those of functions inside it are taken along: more is found so, not less. */
function returnsOf(callable: SyntaxNode): SyntaxNode[] {
  const body = part(callable, 'body')
  if (body === null) return []
  if (!('stmts' in body)) return [body]
  return [...nodesOf(body)]
    .filter(({ type }) => type === 'ReturnStatement')
    .flatMap((node) => present(part(node, 'argument')))
}

function propertyOf(property: SyntaxNode): { key: SyntaxNode; value: SyntaxNode } {
  const key = part(property, 'key') ?? property
  return { key: { ...key, type: 'StringLiteral' }, value: part(property, 'value') ?? property }
}

function pairOf(...elements: SyntaxNode[]): SyntaxNode {
  return { type: 'ArrayExpression', span: elements[0]?.span ?? { start: 1, end: 1 }, elements }
}

function fields(node: SyntaxNode, ...names: string[]): SyntaxNode[] {
  return names.flatMap((name) => present(part(node, name)))
}

function present(node: SyntaxNode | null): SyntaxNode[] {
  return node === null ? [] : [node]
}
