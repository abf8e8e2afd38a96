import { expect, it } from 'vitest'

import { tooDeepMark } from '../../shared/json-depth'
import { MessageFilter, type RefusedLine } from './guarded-transport'

const deep = '['.repeat(50_000) + ']'.repeat(50_000)
const request = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"n","deep":${deep}}}`

it('truncates deep nesting, in single messages and in batches, and passes the rest on', () => {
  const messages: string[] = []
  const refused: RefusedLine[] = []
  const filter = new MessageFilter(
    {
      onMessage: (line) => messages.push(line),
      onBatch: () => {},
      onRefused: (line) => refused.push(line),
    },
    1_000_000,
  )
  filter.take(Buffer.from(`${request(1)}\n[${request(2)}]\n`))
  expect(refused).toEqual([])
  expect(messages.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2])
  for (const line of messages) expect(line).toContain(tooDeepMark)
})
