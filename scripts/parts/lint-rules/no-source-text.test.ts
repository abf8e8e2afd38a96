import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'

import { noSourceText } from './no-source-text.mjs'

RuleTester.describe = describe
RuleTester.it = it

const invalid = [
  "readFileSync('src/main/app.ts', 'utf8')",
  "await fs.promises.readFile(new URL('./app.tsx', import.meta.url))",
  'fs.createReadStream(join(import.meta.dirname, `${name}.css`))',
  "import text from './app.ts?raw'",
  "const text = await vi.importActual('./app.ts?raw')",
  "import text from './app.ts' with { type: 'text' }",
  "import.meta.glob('./**/*.ts', { query: '?raw' })",
  "import.meta.glob('./**/*.ts', { as: 'raw' })",
]
const valid = [
  "readFileSync(join(folder, 'src/notes.txt'))",
  "readFileSync('package.json')",
  "spawn(process.execPath, ['scripts/run.mjs'])",
  "import { app } from './app.ts'",
  "import.meta.glob('./**/*.ts')",
]

new RuleTester().run('no-source-text', noSourceText, {
  valid,
  invalid: invalid.map((code) => ({ code, errors: 1 })),
})
