/** Types of fields that take words. */
const wordTypes = new Set(['text', 'search'])

/**
 * Requires `dir` on fields for text. Without it, Arabic and Hebrew are written from left to right.
 * @type {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]}
 */
export const fieldDirection = {
  create(context) {
    return {
      JSXOpeningElement(node) {
        const { name, attributes } = node
        if (name.type !== 'JSXIdentifier' || (name.name !== 'textarea' && name.name !== 'input')) return
        const attribute = (/** @type {string} */ wanted) =>
          attributes.find((each) => each.type === 'JSXAttribute' && each.name.name === wanted)
        const type = attribute('type')
        const value = type?.type === 'JSXAttribute' ? type.value : null
        if (value?.type === 'Literal' && !wordTypes.has(value.value)) return
        if (attribute('dir') !== undefined) return
        context.report({
          node,
          message: 'A field for text needs `dir`: "auto" for words, "ltr" for code, numbers and paths.',
        })
      },
    }
  },
}
