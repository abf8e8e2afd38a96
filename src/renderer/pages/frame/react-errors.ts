// Sentences for errors that the production build of React names only by number.
import { lookupTable } from '../../../shared/lookup-table'

const meanings = lookupTable({
  31: 'An object cannot be shown as content (%s). Show one of its properties, or a list.',
  60: 'An element has both content and dangerouslySetInnerHTML.',
  61: 'dangerouslySetInnerHTML must be an object with the property __html.',
  62: 'The style of an element must be an object, not a text.',
  130: 'An element is neither a tag nor a component, but %s. Is something imported or exported under another name?',
  137: '<%s> cannot have content.',
  185: 'A component changes its state after each update, so that updates never end. Does an effect lack dependencies?',
  299: 'There is no element for the root: none has the id that the script looks for.',
  300: 'A component returned before it called all the hooks of its last update.',
  301: 'A component changes its state each time it is drawn, so that drawing never ends.',
  310: 'A component called more hooks than in its last update: hooks must not depend on conditions.',
  321: 'A hook was called outside a component.',
  482: 'A component is an async function, which React cannot draw in a browser.',
})

/** The text of an error, with a sentence in place of a number of React. */
export function readableError(text: string): string {
  return text.replace(
    /Minified React error #(\d+); visit (\S+)[^]*/,
    (whole, code: string, address: string) => {
      const values = URL.parse(address)?.searchParams.getAll('args[]') ?? []
      return meanings.get(code)?.replaceAll('%s', () => values.shift() ?? '') ?? whole
    },
  )
}
