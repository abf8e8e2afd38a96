import { keyName, nodesOf, part, parts, type SyntaxNode, word } from './syntax-tree.ts'

/** Which nodes a name of a file can stand for, over all that is ever bound or assigned to it. */
export class Bindings {
  readonly #nodes = new Map<string, SyntaxNode[]>()
  /** What an imported name is called where it comes from. */
  readonly #importedNames = new Map<string, string>()

  constructor(program: SyntaxNode) {
    for (const node of nodesOf(program)) this.#declare(node)
  }

  of(identifier: SyntaxNode): readonly SyntaxNode[] {
    return this.#nodes.get(keyOf(identifier)) ?? []
  }

  isImported(identifier: SyntaxNode): boolean {
    return this.#importedNames.has(keyOf(identifier))
  }

  /** The name of an identifier at its origin. */
  originalName(identifier: SyntaxNode): string | null {
    return this.#importedNames.get(keyOf(identifier)) ?? word(identifier, 'value')
  }

  /** Notes that whatever `pattern` names can be (a part of) `value`. */
  bind(pattern: SyntaxNode | null, value: SyntaxNode): void {
    if (pattern === null) return
    if (pattern.type === 'Identifier') this.#add(pattern, value)
    if (pattern.type === 'AssignmentPattern') {
      this.bind(part(pattern, 'left'), value)
      const byDefault = part(pattern, 'right')
      if (byDefault !== null) this.bind(part(pattern, 'left'), byDefault)
    }
    if (pattern.type === 'ArrayPattern') {
      for (const [index, element] of parts(pattern, 'elements').entries()) {
        this.bind(element, elementOf(value, index))
      }
    }
    if (pattern.type === 'ObjectPattern') this.#bindProperties(pattern, value)
  }

  #bindProperties(pattern: SyntaxNode, object: SyntaxNode): void {
    for (const property of parts(pattern, 'properties')) {
      const key = part(property, 'key')
      if (key === null) continue
      const member = memberOf(object, key)
      const value = part(property, 'value')
      // In `{ key = value }` that is the default, in `{ key: value }` the pattern.
      const isDefault = property.type === 'AssignmentPatternProperty'
      this.bind(isDefault ? key : value, member)
      if (isDefault && value !== null) this.bind(key, value)
    }
  }

  #declare(node: SyntaxNode): void {
    if (node.type === 'VariableDeclarator') {
      const initial = part(node, 'init')
      if (initial !== null) this.bind(part(node, 'id'), initial)
    }
    if (node.type === 'AssignmentExpression') {
      const right = part(node, 'right')
      if (right !== null) this.bind(part(node, 'left'), right)
    }
    if (node.type === 'FunctionDeclaration') this.bind(part(node, 'identifier'), node)
    if (node.type === 'ForOfStatement') {
      const [declared] = parts(part(node, 'left') ?? node, 'declarations')
      const iterated = part(node, 'right')
      if (iterated !== null) this.bind(part(declared ?? node, 'id'), elementOf(iterated, null))
    }
    if (node.type === 'ImportSpecifier') {
      const local = part(node, 'local')
      const imported = keyName(part(node, 'imported') ?? local)
      if (local !== null && imported !== null) this.#importedNames.set(keyOf(local), imported)
    }
  }

  #add(identifier: SyntaxNode, value: SyntaxNode): void {
    const key = keyOf(identifier)
    const known = this.#nodes.get(key)
    if (known === undefined) this.#nodes.set(key, [value])
    else known.push(value)
  }
}

/** One element of a list, or any of them when the index is null: a node that no text has, for `Values` to look into. */
export function elementOf(list: SyntaxNode, index: number | null): SyntaxNode {
  return { type: 'Element', span: list.span, list, index }
}

function memberOf(object: SyntaxNode, property: SyntaxNode): SyntaxNode {
  return { type: 'MemberExpression', span: object.span, object, property }
}

/** The parser numbers scopes, so that a name and its number say which binding is meant. */
function keyOf(identifier: SyntaxNode): string {
  return `${String(identifier['value'])}#${String(identifier['ctxt'])}`
}
