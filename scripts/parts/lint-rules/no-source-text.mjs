/** @typedef {{ start: number, end: number, range: [number, number] }} Ranged */

const reader = /^(readFile|createReadStream|openAsBlob)/
const sourceFile = /\.([cm]?[jt]sx?|css)['"`]/

/**
 * Forbids the obvious ways for a test to read the text of a source file. Misses a path that is assembled
 * elsewhere; reviewers look for those.
 * @type {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]}
 */
export const noSourceText = {
  create(context) {
    const text = (/** @type {Ranged} */ node) => context.sourceCode.text.slice(node.start, node.end)
    const report = (/** @type {Ranged} */ node) =>
      context.report({ node, message: 'A test drives behaviour; it never reads source text.' })
    return {
      Literal: (node) => void (/\?(raw|inline)$/.test(String(node.value)) && report(node)),
      ImportAttribute: (node) => void (node.value.value === 'text' && report(node)),
      CallExpression(node) {
        const name = text(node.callee).split('.').at(-1) ?? ''
        const isGlob = text(node.callee) === 'import.meta.glob' && /\bas: *['"]raw/.test(text(node))
        if (isGlob || (reader.test(name) && sourceFile.test(text(node)))) report(node)
      },
    }
  },
}
