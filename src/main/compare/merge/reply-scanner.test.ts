import { describe, expect, test } from 'vitest'

import { ReplyScanner, type ReplyPiece } from './reply-scanner'

function scan(reply: string, step = reply.length): ReplyPiece[] {
  const scanner = new ReplyScanner()
  const pieces: ReplyPiece[] = []
  for (let at = 0; at < reply.length; at += step) pieces.push(...scanner.push(reply.slice(at, at + step)))
  return [...pieces, ...scanner.end()]
}

/** The texts of objects, and text outside them after `~`. */
function shown(pieces: readonly ReplyPiece[]): string[] {
  const texts: string[] = []
  let isText = false
  for (const piece of pieces) {
    if (piece.type === 'text') {
      if (isText) texts.push((texts.pop() ?? '') + piece.text)
      else texts.push(`~${piece.text}`)
    } else if (piece.type === 'cut-object') texts.push(`cut ${piece.raw}`)
    else texts.push((piece.value as { text: string }).text)
    isText = piece.type === 'text'
  }
  return texts
}

const one = '{"text": "One.", "sources": ["A1"], "quote": "one {\\"x\\"}"}'
const two = '{"text": "Two.", "sources": []}'

describe('finds the objects', () => {
  test.each([
    ['of JSON lines', `${one}\n${two}\n`],
    ['of a list', `[\n  ${one},\n  ${two}\n]`],
    ['of a list on one line', `[${one},${two}]`],
    ['in a block of code', `\`\`\`json\n${one}\n${two}\n\`\`\`\n`],
    ['in an object with lists', `{"sentences": [${one}],\n "conflicts": [\n${two}\n]}`],
    ['over several lines', `{\n  "text": "One."\n}\n\n{\n"text":\n"Two."}`],
  ])('%s, however the reply arrives', (_what, reply) => {
    for (const step of [1, 3, reply.length]) expect(shown(scan(reply, step))).toEqual(['One.', 'Two.'])
  })

  test('with a line break that was not escaped', () => {
    expect(shown(scan('{"text": "One\nline.\tEnd"}'))).toEqual(['One\nline.\tEnd'])
  })
})

describe('passes as text', () => {
  const plain = [
    ['a plain reply', 'The tower is 330 m tall.\n\nIt is made of iron.'],
    ['a list', '- One {not JSON}\n- [Two](https://example.com)\n'],
    ['code with braces', 'Do this:\n\n```js\nif (x)\n{\n  y()\n}\n```\n\nDone.'],
    ['a block at the end', 'Do this:\n```\n{ x: 1 }\n```'],
    ['brackets', '[1] Gustave Eiffel, 1889.\n'],
    ['an object that is not JSON', '{"text": One}\nTwo'],
  ] as const
  test.each(plain)('%s, without a change', (_what, reply) => {
    for (const step of [1, 3, reply.length]) expect(shown(scan(reply, step))).toEqual([`~${reply}`])
  })

  test('text around the objects', () => {
    const reply = `Here is the merge:\n\n\`\`\`json\n${one}\n\`\`\`\nI hope this helps.`
    expect(shown(scan(reply))).toEqual(['~Here is the merge:\n', 'One.', '~I hope this helps.'])
  })

  test('a line of plain text before its end arrives', () => {
    expect(new ReplyScanner().push('The tower')).toEqual([{ type: 'text', text: 'The tower' }])
  })
})

describe('survives', () => {
  test('a reply that was cut off', () => {
    expect(shown(scan(`${one}\n{"text": "Two and`))).toEqual(['One.', 'cut {"text": "Two and'])
  })

  test('deep nesting', () => {
    const deep = `{"text": ${'['.repeat(100_000)}`
    expect(shown(scan(deep))).toEqual([`~${deep}`])
  })

  test('an object without an end, of which it keeps little', () => {
    const scanner = new ReplyScanner()
    let passed = 0
    for (let count = 0; count < 300; count += 1) {
      for (const piece of scanner.push(count === 0 ? '{"text": "' : 'x'.repeat(1_000))) {
        if (piece.type === 'text') passed += piece.text.length
      }
    }
    expect(passed).toBeGreaterThan(230_000)
  })

  test('names that are special in JavaScript', () => {
    const [piece] = scan('{"__proto__": {"text": "Evil"}, "text": "One."}')
    expect(piece).toMatchObject({ type: 'object' })
    expect({}).not.toHaveProperty('text')
  })
})
