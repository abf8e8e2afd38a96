import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'

import { noOpenTable } from './no-open-table.mjs'

RuleTester.describe = describe
RuleTester.it = it

const invalid = [
  "const kinds: Record<string, string> = { Bash: 'execute' }",
  "const kinds: Readonly<Record<string, Kind>> = { Bash: 'execute', ...others }",
  'const found: Partial<Record<string, number>> = {}',
]
const valid = [
  "const kinds = lookupTable({ Bash: 'execute' })",
  "const endings: Readonly<Record<Format, string>> = { json: 'json' }",
  'const merged: Record<string, string> = { ...before, ...after }',
  'const values: Record<string, unknown> = Object.fromEntries(entries)',
]

new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } }).run('no-open-table', noOpenTable, {
  valid,
  invalid: invalid.map((code) => ({ code, errors: 1 })),
})
