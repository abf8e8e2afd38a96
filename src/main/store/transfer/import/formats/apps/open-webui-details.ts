import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import type { PartList } from './part-list'

const start = '<details type="'
const end = '</details>'

/**
 * Adds text in which Open WebUI keeps thinking, calls of tools and code that ran as `<details>` elements. An element
 * that is not closed stays text.
 * @see https://github.com/open-webui/open-webui `src/lib/utils/index.ts` for the elements and their attributes
 */
export function addDetails(list: PartList, text: string): void {
  let at = 0
  for (let from = text.indexOf(start); from !== -1; from = text.indexOf(start, at)) {
    const headEnd = text.indexOf('>', from)
    const to = headEnd === -1 ? -1 : text.indexOf(end, headEnd)
    if (to === -1) break
    addText(list, text.slice(at, from))
    addElement(list, text.slice(from, headEnd), text.slice(headEnd + 1, to))
    at = to + end.length
  }
  addText(list, text.slice(at))
}

function addText(list: PartList, text: string): void {
  if (text.trim() !== '') list.text(list.parts.length === 0 ? text : text.trimStart())
}

function addElement(list: PartList, head: string, inside: string): void {
  const attributes = new Map(
    [...head.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
  const summaryEnd = inside.indexOf('</summary>')
  const body = unescaped((summaryEnd === -1 ? inside : inside.slice(summaryEnd + 10)).trim())
  switch (attributes.get('type') ?? '') {
    case 'reasoning':
      list.reasoning(body.replaceAll(/^> ?/gm, ''))
      break
    case 'tool_calls': {
      const result = unescaped(attributes.get('result') ?? '') || body
      list.call({
        id: attributes.get('id'),
        name: unescaped(attributes.get('name') ?? ''),
        input: unescaped(attributes.get('arguments') ?? ''),
        ...(result === '' && attributes.get('done') !== 'true' ? {} : { output: result }),
      })
      break
    }
    default: {
      const output = unescaped(attributes.get('output') ?? '')
      list.text(body)
      if (output !== '') list.text(`\n\n${fencedCode(output)}`)
    }
  }
}

const entities = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
  ['&#39;', "'"],
  ['&amp;', '&'],
])

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#x27|#39|amp);/g, (entity) => entities.get(entity) ?? entity)
}
