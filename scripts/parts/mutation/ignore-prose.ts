import type { Ignorer } from '@stryker-mutator/api/ignore'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The fields of a syntax node that are used here. */
interface SyntaxPath {
  key: string | number | null
  node: { type: string }
  parent?: { type: string; callee?: { name?: string }; key?: { name?: string } }
}

/** Which argument of each error constructor is the text that people read. */
const textArguments: Record<string, number> = {
  Error: 0,
  invariant: 1,
}

const prose: Ignorer = {
  shouldIgnore(path) {
    const { key, node, parent } = path as unknown as SyntaxPath
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined
    const isMessage =
      (parent?.type === 'ObjectProperty' && parent.key?.name === 'message') ||
      (parent?.callee?.name !== undefined && textArguments[parent.callee.name] === key)
    return isMessage ? 'tests tell errors apart by their code' : undefined
  },
}

/** Excludes the texts of errors from mutation. */
export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'prose', prose)]
