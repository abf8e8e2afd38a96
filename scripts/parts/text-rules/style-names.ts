import { dirname, join } from 'node:path/posix'

import { keyName, lineOf, nodesOf, parseProgram, part, parts, type SyntaxNode, word } from './syntax-tree.ts'

/** A file of the window, by its path in the project. */
export interface WindowFile {
  path: string
  text: string
}

interface StyleUse {
  /** The module that it means. */
  module: string
  /** Null for a use that does not write out its class. */
  name: string | null
  line: number
}

/** Finds mismatches between the CSS modules and the code that uses them, one line each. */
export function findStyleFaults(code: readonly WindowFile[], sheets: readonly WindowFile[]): string[] {
  const classes = new Map(sheets.map(({ path, text }) => [path, classesIn(text)]))
  const used = new Set<string>()
  const faults = code.flatMap((file) =>
    stylesUsedIn(file).flatMap(({ module, name, line }) => {
      const place = `${file.path}:${line}`
      if (name === null) return [`${place}: write out which class of ${module} is meant`]
      used.add(`${module} ${name}`)
      return classes.get(module)?.has(name) === true ? [] : [`${place}: ${module} has no class ${name}`]
    }),
  )
  for (const [module, names] of classes) {
    for (const name of names) {
      if (!used.has(`${module} ${name}`)) faults.push(`${module}: nothing uses the class ${name}`)
    }
  }
  return faults
}

/** The classes that a module defines; names in `:global(…)` are not its own. */
function classesIn(css: string): Set<string> {
  const bare = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/:global\([^)]*\)/g, '')
  const selectors = [...bare.matchAll(/(?<selector>[^{};]*)\{/g)]
    .map((match) => match.groups?.['selector']?.trim() ?? '')
    .filter((selector) => !selector.startsWith('@'))
  return new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z_][\w-]*/gi) ?? []))
}

function stylesUsedIn({ path, text }: WindowFile): StyleUse[] {
  if (!text.includes('.module.css')) return []
  const program = parseProgram(text, path)
  const modules = new Map<string, string>()
  const named = new Set<unknown>()
  const uses: StyleUse[] = []
  for (const node of nodesOf(program)) {
    if (node.type === 'ImportDeclaration') {
      const source = keyName(part(node, 'source')) ?? ''
      if (!source.endsWith('.module.css')) continue
      for (const specifier of parts(node, 'specifiers')) {
        const local = part(specifier, 'local')
        const name = local === null ? null : word(local, 'value')
        if (name !== null) modules.set(name, join(dirname(path), source))
        named.add(local)
      }
    } else if (node.type === 'MemberExpression') {
      const object = part(node, 'object')
      const property = part(node, 'property')
      named.add(property)
      const module = object?.type === 'Identifier' ? modules.get(word(object, 'value') ?? '') : undefined
      if (module === undefined) continue
      named.add(object)
      uses.push({ module, name: writtenName(property), line: lineOf(text, node) })
    } else if (node.type === 'Identifier' && !named.has(node)) {
      const module = modules.get(word(node, 'value') ?? '')
      if (module !== undefined) uses.push({ module, name: null, line: lineOf(text, node) })
    }
  }
  return uses
}

function writtenName(property: SyntaxNode | null): string | null {
  const isComputed = property?.type === 'Computed' && part(property, 'expression')?.type !== 'StringLiteral'
  return isComputed ? null : keyName(property)
}
