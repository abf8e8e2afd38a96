import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { type JsonElement, JsonElements, type JsonEnd } from './json-elements'

const roomy = { maxBytes: 1_000_000 }

/** Feeds `bytes` in pieces of these sizes, repeatedly. */
function scan(
  bytes: Buffer,
  sizes: readonly number[] = [64],
  limits = roomy,
): { elements: JsonElement[]; end: JsonEnd } {
  const scanner = new JsonElements(limits)
  const elements: JsonElement[] = []
  for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1
    elements.push(...scanner.push(bytes.subarray(at, at + size)))
    at += size
  }
  return { elements, end: scanner.end() }
}

function values(elements: readonly JsonElement[]): unknown[] {
  return elements.map((element) => JSON.parse(String(element.bytes)) as unknown)
}

const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
const spacing = fc.constantFrom(undefined, 1, '\t', '  \n')

test('splits any list into its elements, wherever the pieces of the file end', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), sizes, spacing, (list, pieceSizes, indent) => {
      const { elements, end } = scan(Buffer.from(JSON.stringify(list, null, indent)), pieceSizes)
      expect(end).toBe('complete')
      expect(values(elements)).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})

test('returns only the complete elements of a truncated list', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
      sizes,
      fc.nat(),
      (list, pieceSizes, cut) => {
        const whole = Buffer.from(JSON.stringify(list))
        const { elements, end } = scan(whole.subarray(0, cut % whole.length), pieceSizes)
        expect(end).not.toBe('complete')
        expect(values(elements)).toEqual((JSON.parse(String(whole)) as unknown[]).slice(0, elements.length))
      },
    ),
  )
})

test('never throws or hangs on bytes that are not, or not quite, JSON', () => {
  const nearly = fc.string({
    unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', ' ', 'a', '1', 'é'),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        nearly.map((text) => Buffer.from(text)),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      sizes,
      (bytes, pieceSizes) => {
        const whole = scan(bytes, [bytes.length + 1])
        expect(scan(bytes, pieceSizes)).toEqual(whole)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('reads consecutive objects without a list one by one', () => {
  const { elements, end } = scan(Buffer.from('\ufeff{"a":"}{"}\n {"b":[1,2]}\n'))
  expect([values(elements), end]).toEqual([[{ a: '}{' }, { b: [1, 2] }], 'complete'])
})

test('skips an element that is too large, keeping its start, and reads elements of any depth after it', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  const large = JSON.stringify({ title: 'Large', text: 'x'.repeat(20_100) })
  const { elements, end } = scan(Buffer.from(`[${large},${deep},{"a":1}]`), [7], { maxBytes: 20_100 })
  expect(elements.map(({ problem }) => problem)).toEqual(['too-large', undefined, undefined])
  expect(elements.slice(1).map(({ bytes }) => String(bytes))).toEqual([deep, '{"a":1}'])
  expect(end).toBe('complete')
})

test('detects from its start that a file is not JSON', () => {
  for (const text of ['', '  \n', 'hello', '"a"', '<html>', 'PK']) {
    expect([text, scan(Buffer.from(text)).end]).toEqual([text, 'not-json'])
  }
})
