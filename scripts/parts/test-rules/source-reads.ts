import { posix } from 'node:path'

import { absolute, anything, pathOf, PathTexts, projectFolder, withoutGlob } from './path-texts.ts'
import { lineOf, nodesOf, parseProgram, part, parts, type SyntaxNode, word } from './syntax-tree.ts'
import { Values } from './values.ts'

/** A place where a test reads a source file to look at its text. */
export interface SourceRead {
  line: number
  /** How it does that: the name of a function, or an import. */
  by: string
  /** The source file that is read, or the first of them. */
  source: string
}

const readers = [
  'readFile',
  'readFileSync',
  'createReadStream',
  'ReadStream',
  'open',
  'openSync',
  'openAsBlob',
  'parseFile',
  'parseFileSync',
  'transformFile',
  'transformFileSync',
]
const starters = ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync']
/** Programs that print what is in a file; to start any other with a source file is no reading. */
const printers = ['cat', 'head', 'tail', 'sed', 'awk', 'grep', 'egrep', 'rg', 'less', 'diff', 'wc', 'type']
/** Without one of these words nothing of the kind can stand in a file, and most files need no closer look. */
const telltale =
  /\bfs\b|child_process|readFile|ReadStream|parseFile|transformFile|\braw\b|\binline\b|\bwith\s*\{/
/** Queries by which a bundler gives the text of a file instead of the module. */
const textQuery = /(^|[?&])(raw|inline)\b/

/** Every place where a test file reads one of `sourceFiles`. All paths are from the project's folder. */
export function findSourceReads(
  file: { path: string; text: string },
  sourceFiles: readonly string[],
): SourceRead[] {
  if (!telltale.test(file.text)) return []
  const program = parseProgram(file.text, file.path)
  const values = new Values(program)
  const reading = new Reading(values, new PathTexts(values, file.path), posix.dirname(file.path))
  return [...nodesOf(program)].flatMap((node) =>
    reading.at(node).flatMap(({ by, paths }) => {
      const source = paths.map((path) => sourceAt(path, sourceFiles)).find((found) => found !== null)
      return source === undefined ? [] : [{ line: lineOf(file.text, node), by, source }]
    }),
  )
}

/** What is read at a node, wherever that file is. */
interface Read {
  by: string
  paths: string[]
}

class Reading {
  readonly #values: Values
  readonly #texts: PathTexts
  readonly #folder: string

  constructor(values: Values, texts: PathTexts, folder: string) {
    this.#values = values
    this.#texts = texts
    this.#folder = posix.join(projectFolder, folder)
  }

  at(node: SyntaxNode): Read[] {
    const source = part(node, 'source')
    if (source !== null) return this.#import(node, word(source, 'value') ?? '')
    const callee = part(node, 'callee')
    const given = parts(node, 'arguments')
    const [first] = given
    if (callee === null || first === undefined) return []
    return this.#call(callee, first, given)
  }

  #import(node: SyntaxNode, specifier: string): Read[] {
    const attributes = part(node, 'with')
    const isText = attributes !== null && this.#texts.option(attributes, 'type').includes('text')
    return isText || textQuery.test(specifier) ? [{ by: 'import', paths: [this.#imported(specifier)] }] : []
  }

  #call(callee: SyntaxNode, first: SyntaxNode, given: SyntaxNode[]): Read[] {
    const name = callee.type === 'Import' ? 'import' : (this.#values.namesOf(callee)[0] ?? '')
    if (readers.includes(name)) return [{ by: name, paths: this.#texts.of(first) }]
    if (starters.includes(name)) return this.#program(name, given)
    if (['import', 'require', 'importActual'].includes(name)) {
      const specifiers = this.#texts.of(first).filter((text) => textQuery.test(text))
      return [{ by: name, paths: specifiers.map((text) => this.#imported(text)) }]
    }
    const object = part(callee, 'object')
    if (name === 'glob' && object?.type === 'MetaProperty') return this.#bundledGlob(first, given[1])
    return object === null ? [] : this.#callback(object, first)
  }

  /** `paths.map(readFile)`: a reader that is handed to a method of a list. */
  #callback(list: SyntaxNode, callback: SyntaxNode): Read[] {
    const reader = this.#values.namesOf(callback).find((name) => readers.includes(name))
    return reader === undefined ? [] : [{ by: reader, paths: this.#listed(list) }]
  }

  /** `import.meta.glob`, which gives modules unless its options ask for their text. */
  #bundledGlob(patterns: SyntaxNode, options: SyntaxNode | undefined): Read[] {
    const texts = [...this.#texts.of(patterns), ...this.#listed(patterns)]
    const wanted =
      options === undefined ? [] : ['query', 'as'].flatMap((name) => this.#texts.option(options, name))
    if (![...texts, ...wanted].some((text) => textQuery.test(text))) return []
    return [{ by: 'import.meta.glob', paths: texts.map((text) => this.#imported(withoutGlob(text))) }]
  }

  /** A program that prints files, with its arguments in one text or in a list. */
  #program(name: string, [command, listed]: SyntaxNode[]): Read[] {
    if (command === undefined) return []
    const listedWords = listed === undefined ? [] : this.#listed(listed)
    return this.#texts.of(command).flatMap((text) => {
      const [program = '', ...words] = text.split(/[\s'"]+/)
      if (!printers.includes(posix.basename(program))) return []
      const paths = [...words, ...listedWords].flatMap((path) => [path, `${path}/${anything}`])
      return [{ by: `${name} ${program}`, paths }]
    })
  }

  #listed(list: SyntaxNode): string[] {
    return this.#values.elements(list).flatMap((element) => this.#texts.of(element))
  }

  /** A specifier as a path. One that begins with a slash is taken from the project's folder, as bundlers do. */
  #imported(specifier: string): string {
    const path = pathOf(specifier)
    if (path.startsWith(`${projectFolder}/`) || path.startsWith(anything)) return path
    return posix.join(path.startsWith('/') ? projectFolder : this.#folder, path)
  }
}

/** The first source file that a path can be, or null. */
function sourceAt(path: string, sourceFiles: readonly string[]): string | null {
  const [text = ''] = absolute(pathOf(path)).split('?')
  // From an unknown folder, only what is spelled out from a folder of the sources on is meant for sure.
  if (text.startsWith(`${anything}/`))
    return sourceFiles.find((file) => text === `${anything}/${file}`) ?? null
  if (!text.startsWith(`${projectFolder}/`)) return null
  const known = text.slice(projectFolder.length + 1)
  const [folder = ''] = known.split('/')
  // What lies right in the project's folder may be the output of the build too, unless it is TypeScript.
  if (folder.includes(anything) && !/\.[cm]?tsx?$/.test(known)) return null
  const escaped = known.split(anything).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${escaped.join('.*')}$`)
  return sourceFiles.find((file) => pattern.test(file)) ?? null
}
