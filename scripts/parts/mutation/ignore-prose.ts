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

const prose = {
  /** The reason, or undefined for what is mutated. */
  shouldIgnore({ key, node, parent }: SyntaxPath): string | undefined {
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined
    const isMessage =
      (parent?.type === 'ObjectProperty' && parent.key?.name === 'message') ||
      (parent?.callee?.name !== undefined && textArguments[parent.callee.name] === key)
    return isMessage ? 'tests tell errors apart by their code' : undefined
  },
}

/**
 * Excludes the texts of errors from mutation.
 * @see https://stryker-mutator.io/docs/stryker-js/disable-mutants/#using-an-ignorer-plugin
 */
export const strykerPlugins = [{ kind: 'Ignore', name: 'prose', value: prose }]
