import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder.ts'
import { Secrets } from './secrets.ts'

test('finds a secret as it is, in JSON and in a URL', () => {
  const secrets = new Secrets(temporaryFolder())
  const secret = 'pa"ss\\wörd/1 2'
  secrets.add(secret)
  const text = [
    `plain: ${secret}`,
    JSON.stringify({ text: `in JSON: ${secret}` }),
    `http://127.0.0.1/?q=${encodeURIComponent(secret)}&more`,
  ]
  expect(text.map((line) => secrets.redact(line))).toEqual([
    'plain: [redacted]',
    '{"text":"in JSON: [redacted]"}',
    'http://127.0.0.1/?q=[redacted]&more',
  ])
})

test('removes a longer secret completely if it contains another one', () => {
  const secrets = new Secrets(temporaryFolder())
  secrets.add('planted-key')
  secrets.add('planted-key-of-the-second')
  secrets.add('my-planted-key')
  expect(secrets.redact('a planted-key-of-the-second, my-planted-key, planted-key.')).toBe(
    'a [redacted], [redacted], [redacted].',
  )
})

test('removes every occurrence, and treats all characters of a secret literally', () => {
  const secrets = new Secrets(temporaryFolder())
  secrets.add('a.c$&(1)')
  expect(secrets.redact('a.c$&(1)a.c$&(1) abc$&(1)')).toBe('[redacted][redacted] abc$&(1)')
})

test('shares a secret among all workers, also while another one is being added', () => {
  const folder = temporaryFolder()
  const [worker, reporter] = [new Secrets(folder), new Secrets(folder)]
  expect(reporter.redact('planted-key')).toBe('planted-key')
  worker.add('planted-key')
  appendFileSync(join(folder, 'secrets.jsonl'), '"half of a sec')
  expect(reporter.redact('planted-key')).toBe('[redacted]')
})

test('does not treat an empty or very short text as a secret', () => {
  const secrets = new Secrets(temporaryFolder())
  for (const text of ['', 'a', 'short']) secrets.add(text)
  expect(secrets.redact('a short text')).toBe('a short text')
})

test('also removes texts that only look like secrets', () => {
  const secrets = new Secrets(temporaryFolder())
  expect(secrets.redact('asked with Bearer abcdefgh1234')).toBe('asked with Bearer [redacted]')
})
