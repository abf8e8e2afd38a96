import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'

import { fieldDirection } from './field-direction.mjs'

RuleTester.describe = describe
RuleTester.it = it

const invalid = [
  'const field = <textarea value={text} />',
  'const field = <input {...rest} />',
  'const field = <input type="search" value={text} />',
  'const field = <input type={type} />',
]
const valid = [
  'const field = <textarea dir="auto" value={text} />',
  'const field = <input dir="ltr" {...rest} />',
  'const field = <input type="checkbox" />',
  'const field = <input type="password" />',
  'const field = <Input value={text} />',
]

new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } }).run(
  'field-direction',
  fieldDirection,
  {
    valid,
    invalid: invalid.map((code) => ({ code, errors: 1 })),
  },
)
