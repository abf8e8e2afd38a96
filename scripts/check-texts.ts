// Checks that every text that users of the window read or hear is in the catalogue in src/shared/locales, so
// that it can be translated. Without arguments it reads all files of the window.
import { globSync, readFileSync } from 'node:fs'

import { inProject, root } from './parts/project.mjs'
import { findLiteralTexts } from './parts/text-rules/literal-texts.ts'

/** Texts that are the same in every language or that nobody reads, each with its reason. */
const allowed: { path: RegExp; text: RegExp; because: string }[] = [
  { path: /./, text: /^(…|\s)*\/s$/, because: 'the sign for a second is the same everywhere' },
  { path: /\/prompts\//, text: /^\{\{\w+\}\}$/, because: 'a variable is written so in every prompt' },
  { path: /\/provider-form\.tsx$/, text: /^https:\/\//, because: 'it is an address' },
]

const given = process.argv.slice(2)
const windowFiles = (given.length > 0 ? given : globSync('src/renderer/**/*.{ts,tsx}', { cwd: root }))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^src\/renderer\/.+\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$|\/testing\//.test(path))
  .toSorted()
const used = new Set<(typeof allowed)[number]>()
const faults = windowFiles.flatMap((path) =>
  findLiteralTexts({ path, text: readFileSync(inProject(path), 'utf8') })
    .filter(({ text }) => {
      const rule = allowed.find((each) => each.path.test(path) && each.text.test(text))
      if (rule !== undefined) used.add(rule)
      return rule === undefined
    })
    .map((found) => ({ path, ...found })),
)
// A few files cannot show whether an exception is still needed.
const idle = given.length > 0 ? [] : allowed.filter((rule) => !used.has(rule))

if (faults.length > 0) {
  console.error('Texts of the window belong in the catalogue, src/shared/locales:')
  for (const { path, line, text } of faults) console.error(`  ${path}:${line}: ${text}`)
}
for (const { text, because } of idle) {
  console.error(`check-texts.ts allows ${text} because ${because}, but no such text exists`)
}
process.exitCode = faults.length + idle.length > 0 ? 1 : 0
