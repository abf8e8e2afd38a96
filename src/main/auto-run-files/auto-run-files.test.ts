import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { autoRunFileNames, autoRunNames, startsPrograms } from './auto-run-files'

test.each(Object.entries(autoRunNames))(
  '%s: recognises each name in any folder and any spelling',
  (_, names) => {
    for (const name of names) {
      const file = name.replaceAll('*', 'x')
      for (const path of [file, `deep/${file}`, `${file}/within`, file.toUpperCase(), `${file}. .`]) {
        expect(startsPrograms(path), path).toBe(true)
      }
    }
  },
)

test('recognises a name reserved for files as a file, but not as a folder', () => {
  for (const name of autoRunFileNames) {
    for (const path of [name, `deep/${name}`, name.toUpperCase(), `${name}. .`]) {
      expect(startsPrograms(path), path).toBe(true)
    }
    expect(startsPrograms(`deep/${name}/within.txt`)).toBe(false)
  }
})

test.each([
  '.eslintrc.cjs',
  'eslint.config.mjs',
  '.prettierrc',
  '.babelrc.js',
  'vite.config.ts',
  'tailwind.config.cts',
  '.luarc.json',
  '.gvimrc',
  '.bowerrc',
  '.mocharc.yml',
  '.releaserc.json',
  '.octaverc',
  '.pdbrc.py',
  'vitest.config.unit.mts',
  'MODULE.bazel',
  'tools/rules.bzl',
  'App.xcodeproj/project.pbxproj',
  'yarn.lock',
  'Cargo.lock',
  'package-lock.json',
  'pnpm-lock.yaml',
  'bun.lockb',
  'requirements-dev.txt',
  'Procfile.dev',
  'hooks/pre-commit',
  'githooks/x',
  'node_modules/a/index.js',
  '.venv/bin/python',
])('recognises %s', (path) => {
  expect(startsPrograms(path)).toBe(true)
})

test('ignores everyday names', () => {
  for (const path of [
    'src/index.ts',
    'README.md',
    'docs/git/hooks.md',
    'build/index.js',
    'lib/github.ts',
    'envrc',
    'npmrc.md',
    'src/settings/run.py',
    'a~b.txt',
    'notes.txt~',
    'build/BUILD.md',
    'workspace/a.txt',
    'src/hooks/use-pre-commit.ts',
    'docs/pre-commit.md',
    'src/config.ts',
    'src/lock.ts',
    'docs/dead-lock.md',
    'requirements/login.md',
    '.search/index',
  ]) {
    expect(startsPrograms(path), path).toBe(false)
  }
})

test('the users’ page lists every name', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/files-that-start-programs.md'), 'utf8')
  const missing = [...Object.values(autoRunNames).flat(), ...autoRunFileNames].filter(
    (name) => !page.includes(`\`${name}\``),
  )
  expect(missing).toEqual([])
})
