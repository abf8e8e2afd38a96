import { posix } from 'node:path'

import { keyName, part, parts, type SyntaxNode, word } from './syntax-tree.ts'
import { type Values } from './values.ts'

/** Stands in a text for whatever cannot be known from the file alone. */
export const anything = '\0'
/** The project's folder, as texts name it: the same on every machine. */
export const projectFolder = '/project'

const fileScheme = 'file://'
/** Temporary folders, wherever they are: not in the project. */
const temporaryFolder = `/temporary/${anything}`
const maxTexts = 200

/** The texts that an expression can be, as a path or an address, with {@link anything} for what is not known. */
export class PathTexts {
  readonly #values: Values
  readonly #path: string
  readonly #open = new Set<SyntaxNode>()

  /** `path` is the file's own, from the project's folder. */
  constructor(values: Values, path: string) {
    this.#values = values
    this.#path = posix.join(projectFolder, path)
  }

  of(node: SyntaxNode): string[] {
    const texts = this.#values.resolve(node).flatMap((found) => {
      // A text that is made of itself, such as a path that a loop goes up.
      if (this.#open.has(found)) return [anything]
      this.#open.add(found)
      try {
        return this.#textsOf(found)
      } finally {
        this.#open.delete(found)
      }
    })
    return [...new Set(texts)].slice(0, maxTexts)
  }

  #textsOf(node: SyntaxNode): string[] {
    if (node.type === 'StringLiteral') return [word(node, 'value') ?? '']
    if (node.type === 'NumericLiteral') return [String(node['value'])]
    if (node.type === 'TemplateLiteral') return this.#template(node)
    if (node.type === 'BinaryExpression') return this.#joined([part(node, 'left'), part(node, 'right')])
    if (node.type === 'Identifier') return this.#known(this.#values.globalName(node))
    if (node.type === 'MemberExpression') return this.#member(node)
    if (node.type === 'NewExpression') return this.#address(parts(node, 'arguments'))
    if (node.type === 'CallExpression') return this.#call(node)
    return node.type === 'Entry' ? this.#entry(node) : [anything]
  }

  #template(node: SyntaxNode): string[] {
    const quasis = parts(node, 'quasis')
    const between = parts(node, 'expressions')
    return this.#joined(quasis.flatMap((quasi, index) => [quasi, between[index] ?? null]))
  }

  /** All ways to put these one after the other. */
  #joined(pieces: (SyntaxNode | null)[]): string[] {
    const texts = pieces
      .filter((piece) => piece !== null)
      .map((piece) => (piece.type === 'TemplateElement' ? [word(piece, 'cooked') ?? ''] : this.of(piece)))
    return combinationsOf(texts).map((chosen) => chosen.join(''))
  }

  /** Names that mean the same in every file, and the `root` that `scripts/parts/project.mjs` exports. */
  #known(name: string): string[] {
    if (name === '__dirname') return [posix.dirname(this.#path)]
    if (name === '__filename') return [this.#path]
    return [name === 'root' ? projectFolder : anything]
  }

  #member(node: SyntaxNode): string[] {
    const object = part(node, 'object')
    const name = keyName(part(node, 'property')) ?? ''
    if (object === null) return [anything]
    if (object.type === 'MetaProperty') {
      if (name === 'url') return [fileScheme + this.#path]
      return name === 'dirname' || name === 'filename' ? this.#known(`__${name}`) : [anything]
    }
    if (name === 'sep') return ['/']
    if (name === 'href') return this.of(object)
    if (name === 'pathname') return this.of(object).map(pathOf)
    const entries = this.#values.resolve(object).filter(({ type }) => type === 'Entry')
    if (entries.length > 0 && (name === 'parentPath' || name === 'path')) {
      return entries.flatMap((entry) => this.#listed(entry)).map((folder) => folder + anything)
    }
    return [anything]
  }

  #address([address, base]: SyntaxNode[]): string[] {
    if (address === undefined) return [anything]
    const addresses = this.of(address)
    if (base === undefined) return addresses
    return combinationsOf([addresses, this.of(base)]).map(([relative = '', from = '']) => {
      if (/^[a-z]+:/i.test(relative)) return relative
      const fromPath = pathOf(from)
      const folder = fromPath.endsWith('/') ? fromPath : posix.dirname(fromPath)
      return fromPath.startsWith(projectFolder) ? fileScheme + resolvePath(folder, relative) : anything
    })
  }

  #call(call: SyntaxNode): string[] {
    const callee = part(call, 'callee')
    const object = callee === null ? null : part(callee, 'object')
    const given = parts(call, 'arguments')
    const [first] = given
    const isCalled = (...names: string[]) => this.#values.calls(call, ...names)
    if (isCalled('cwd', 'inProject')) return this.#paths([projectFolder], given, resolvePath)
    if (isCalled('tmpdir', 'mkdtemp', 'mkdtempSync')) return [temporaryFolder]
    if (isCalled('join')) return this.#join(object, given)
    if (isCalled('resolve')) {
      if (
        object?.type === 'MetaProperty' ||
        (object !== null && this.#values.namesOf(object).includes('require'))
      )
        return this.#paths([posix.dirname(this.#path)], given, resolvePath)
      return this.#paths([projectFolder], given, resolvePath)
    }
    if (isCalled('concat') && object !== null) return this.#joined([object, ...given])
    if (isCalled('replace', 'replaceAll') && object !== null) return this.#replaced(object, given)
    if (isCalled('toString', 'trim') && object !== null) return this.of(object)
    if (first === undefined) return [anything]
    if (isCalled('dirname')) return this.of(first).map((path) => dirnameOf(pathOf(path)))
    if (isCalled('basename')) return this.of(first).map((path) => posix.basename(path))
    if (isCalled('normalize', 'realpath', 'realpathSync', 'String', 'freeze', 'toNamespacedPath'))
      return this.of(first)
    if (isCalled('fileURLToPath')) return this.of(first).map(pathOf)
    if (isCalled('pathToFileURL')) return this.of(first).map((path) => fileScheme + absolute(path))
    return [anything]
  }

  /** `join` of paths, or of a list with its separator. */
  #join(object: SyntaxNode | null, given: SyntaxNode[]): string[] {
    const lists = object === null ? [] : this.#values.resolve(object)
    if (!lists.some(({ type }) => type === 'ArrayExpression')) return this.#paths([], given, joinPaths)
    const separators = given[0] === undefined ? [','] : this.of(given[0])
    return lists.flatMap((list) => {
      const elements = this.#values.elements(list).map((element) => this.of(element))
      return combinationsOf([separators, ...elements]).map(([separator, ...texts]) => texts.join(separator))
    })
  }

  #paths(start: string[], given: SyntaxNode[], combine: (...paths: string[]) => string): string[] {
    const texts = given.flatMap((node) => {
      const spread = node.type === 'Spread' ? part(node, 'expression') : null
      return spread === null
        ? [this.of(node)]
        : this.#values.elements(spread).map((element) => this.of(element))
    })
    return combinationsOf([start.length === 0 ? [''] : start, ...texts]).map((chosen) => combine(...chosen))
  }

  #replaced(object: SyntaxNode, [wanted, replacement]: SyntaxNode[]): string[] {
    if (wanted === undefined || replacement === undefined) return [anything]
    const pattern =
      wanted.type === 'RegExpLiteral'
        ? new RegExp(word(wanted, 'pattern') ?? '', word(wanted, 'flags') ?? '')
        : (this.of(wanted)[0] ?? anything)
    return combinationsOf([this.of(object), this.of(replacement)]).map(([text = '', by = '']) =>
      text.replace(pattern, by),
    )
  }

  #entry(entry: SyntaxNode): string[] {
    const isGlob = this.#values.calls(entry['call'] as SyntaxNode, 'glob', 'globSync')
    return isGlob ? this.#listed(entry) : [anything]
  }

  /** The folder that was listed, or what a glob found. */
  #listed(entry: SyntaxNode): string[] {
    const [listed, options] = parts(entry['call'] as SyntaxNode, 'arguments')
    if (listed === undefined) return [anything]
    const patterns = [...this.of(listed), ...this.#values.elements(listed).flatMap((each) => this.of(each))]
    const paths = patterns.map((pattern) => withoutGlob(pathOf(pattern)))
    const [cwd] = options === undefined ? [] : this.option(options, 'cwd')
    return cwd === undefined ? paths : paths.map((path) => resolvePath(pathOf(cwd), path))
  }

  /** The texts of one field of an object that is written out. */
  option(object: SyntaxNode, name: string): string[] {
    return this.#values
      .resolve(object)
      .flatMap((found) => parts(found, 'properties'))
      .filter((property) => keyName(part(property, 'key')) === name)
      .flatMap((property) => this.of(part(property, 'value') ?? property))
  }
}

/** A path without the scheme of a file's address. */
export function pathOf(text: string): string {
  return text.startsWith(fileScheme) ? text.slice(fileScheme.length) : text
}

/** A glob as a text in which each of its wildcards can be anything. */
export function withoutGlob(pattern: string): string {
  return pattern.replace(/\*\*\/|[*?]|\{[^}]*\}|\[[^\]]*\]/g, anything)
}

/** A path from the project's folder as an absolute one; what begins with {@link anything} stays as it is. */
export function absolute(path: string): string {
  return resolvePath(projectFolder, path)
}

function resolvePath(...paths: string[]): string {
  const last = paths.findLastIndex((path) => path.startsWith('/') || path.startsWith(anything))
  return joinPaths(...paths.slice(Math.max(last, 0)))
}

/** Going up from an unknown folder leads to an unknown one. */
function joinPaths(...paths: string[]): string {
  const joined = paths.filter((path) => path !== '').join('/')
  const upFromUnknown = new RegExp(`^.*${anything}.*/\\.\\.(?=/|$)`, 's')
  return posix.normalize(joined.replace(upFromUnknown, anything))
}

function dirnameOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' && path.includes(anything) ? anything : folder
}

function combinationsOf(lists: string[][]): string[][] {
  let combinations: string[][] = [[]]
  for (const list of lists) {
    combinations = combinations.flatMap((chosen) => list.map((text) => [...chosen, text])).slice(0, maxTexts)
  }
  return combinations
}
