import { dirname } from 'node:path/posix'

import type { Import } from './check-rooms.ts'

/** Reports each pair of folders whose files import each other, even only types: neither can be read without the other. */
export function findMutualFolders(imports: readonly Import[]): string[] {
  const examples = new Map<string, Import>()
  for (const each of imports) {
    const [from, to] = [dirname(each.from), dirname(each.to)]
    const key = `${from} ${to}`
    const isStyle = each.to.endsWith('.css')
    if (!each.isPackage && !isStyle && from !== to && !examples.has(key)) examples.set(key, each)
  }
  return [...examples].flatMap(([key, { from, to }]) => {
    const [one = '', other = ''] = key.split(' ')
    const back = examples.get(`${other} ${one}`)
    if (back === undefined || one > other) return []
    return [`${one} and ${other} import each other: ${from} → ${to}, ${back.from} → ${back.to}`]
  })
}
