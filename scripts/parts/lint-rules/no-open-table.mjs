/** @typedef {{ start: number, end: number, range: [number, number] }} Ranged */

const tableType = /^:\s*(?:Readonly<|Partial<)*Record<string,/

/**
 * Forbids object literals as lookup tables for arbitrary names: for a foreign name such as a tool called
 * `constructor`, they return a property that every object inherits.
 * @type {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]}
 */
export const noOpenTable = {
  create(context) {
    const text = (/** @type {Ranged} */ node) => context.sourceCode.text.slice(node.start, node.end)
    return {
      VariableDeclarator({ id, init }) {
        const type = 'typeAnnotation' in id ? id.typeAnnotation : null
        if (!type || !tableType.test(text(type)) || init?.type !== 'ObjectExpression') return
        if (init.properties.length > 0 && init.properties.every((each) => each.type === 'SpreadElement'))
          return
        context.report({
          node: init,
          message: 'A table for any string is a Map: see shared/lookup-table.ts, or Object.fromEntries.',
        })
      },
    }
  },
}
