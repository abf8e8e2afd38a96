import { expect, test } from 'vitest'

import { type CodeOutcome, runCode } from './run-code'

const mebibyte = 1024 * 1024

/** Runs code in this thread, where it must end by itself. */
async function run(code: string, limits: { limitMs?: number; memoryBytes?: number } = {}) {
  const lines: string[] = []
  const toRun = { code, limitMs: 5_000, memoryBytes: 64 * mebibyte, ...limits }
  const outcome = await runCode(toRun, (line) => lines.push(line))
  return { outcome, lines }
}

async function valueOf(code: string): Promise<string | null | CodeOutcome> {
  const { outcome } = await run(code)
  return outcome.kind === 'done' ? outcome.value : outcome
}

test.each([
  ['1 + 2', '3'],
  ['const x = [1, 2, 3].map((n) => n ** 2); x', '[1, 4, 9]'],
  ['let x = 1', null],
  ['const answer = await Promise.resolve(42)\nreturn answer', '42'],
  ['Promise.resolve({ a: 1n, s: "x" })', '{a: 1n, s: "x"}'],
  ['new Map([[1, new Set([2])]])', 'Map {1 => Set {2}}'],
  ['const a = []; a.push(a); a', '[[circular]]'],
  ['class Point { x = 1 }; new Point()', 'Point {x: 1}'],
  ['"ü€🙂\\0x"', 'ü€🙂␀x'],
  ['JSON.stringify({ return: 1 })', '{"return":1}'],
  ['Array.from({ length: 300 }, () => 0).length', '300'],
])('runs %j', async (code, value) => {
  expect(await valueOf(code)).toBe(value)
})

test('prints what it logs, in one line each', async () => {
  const { lines } = await run(
    'console.log("a", 1, { b: [null, undefined] }); console.error(new Date(0)); console.log()',
  )
  expect(lines).toEqual(['a 1 {b: [null, undefined]}', '1970-01-01T00:00:00.000Z', ''])
})

test.each([
  ['syntax (', /^SyntaxError/],
  ['null.x', /^TypeError: .*null/],
  ['throw { a: 1 }', /^\{a: 1\}$/],
  ['await Promise.reject(new RangeError("far"))', /^RangeError: far/],
  ['setTimeout(() => {}, 1)', /^ReferenceError/],
  ['import("node:fs")', /Error/],
])('reports the failure of %j', async (code, error) => {
  expect((await run(code)).outcome).toEqual({ kind: 'threw', error: expect.stringMatching(error) })
})

test('a promise that nothing settles is reported, and not waited for', async () => {
  expect((await run('new Promise(() => {})')).outcome).toEqual({ kind: 'unsettled' })
})

test('code finds neither the network, nor files, nor the program around it', async () => {
  const names = [
    'process',
    'require',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'Worker',
    'WebAssembly',
    'os',
    'std',
  ]
  const found = `[${names.map((name) => `typeof ${name}`).join(', ')}].filter((type) => type !== "undefined")`
  expect(await valueOf(found)).toBe('[]')
  expect(await valueOf('console.log.constructor("return typeof process")()')).toBe('undefined')
})

test('code that changes built-in prototypes affects only itself', async () => {
  const games = `
    Object.prototype.__proto__x = 1
    const evil = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}')
    Array.prototype.join = Array.prototype.push = () => { throw new Error('mine') }
    String.prototype.slice = () => 'mine'
    Map.prototype.forEach = Reflect.ownKeys = null
    console.log(evil)
    evil.__proto__.polluted`
  expect(await run(games)).toEqual({
    outcome: { kind: 'done', value: 'true' },
    lines: ['{__proto__: {polluted: true}, constructor: {prototype: 1}}'],
  })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  const trap =
    'new Proxy({}, { ownKeys() { throw new Error("no") }, getPrototypeOf() { throw new Error("no") } })'
  expect(await valueOf(trap)).toBe('[a value that cannot be shown]')
})

test.each([
  'for (;;);',
  'const again = () => Promise.resolve().then(again); again(); await new Promise(() => {})',
  'try { for (;;); } finally { for (;;); }',
  '[..."ab".repeat(1e5)].sort(() => { for (;;); })',
  '({ toString() { for (;;); } }) + ""',
])('ends when its time is over: %j', async (code) => {
  expect((await run(code, { limitMs: 50 })).outcome).toEqual({ kind: 'too-slow' })
})

test.each([
  'const parts = []; for (;;) parts.push(new Uint8Array(1e6).fill(1))',
  'const parts = []; for (;;) parts.push({ parts })',
  'const parts = []; for (;;) parts.push("x".repeat(1e6) + parts.length)',
])('ends when it needs too much memory: %j', async (code) => {
  expect((await run(code, { memoryBytes: 32 * mebibyte })).outcome).toEqual({ kind: 'too-large' })
})

test.each(['new ArrayBuffer(1e9)', '"x".repeat(1e9)', 'let text = "x"; for (;;) text += text'])(
  'refuses what is too large at once: %j',
  async (code) => {
    const { outcome } = await run(code, { memoryBytes: 32 * mebibyte })
    expect(['threw', 'too-large']).toContain(outcome.kind)
  },
)

test('a value of any size is shown in part', async () => {
  const value = await valueOf('Array.from({ length: 1e4 }, (_, index) => ({ index, text: "x".repeat(100) }))')
  expect(value).toMatch(/^\[\{index: 0, text: "x+"\}, .{10000,40000} … 9\d+ more\]$/)
})
