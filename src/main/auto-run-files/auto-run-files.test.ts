import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { autoRunFileNames, autoRunNames, harmlessHiddenNames, startsPrograms } from './auto-run-files'

test.each(Object.entries(autoRunNames))(
  '%s: recognises each name in any folder and any spelling',
  (_, entries) => {
    for (const name of entries.flatMap(({ names }) => names.split(' '))) {
      const file = name.replaceAll('*', 'x')
      for (const path of [file, `deep/${file}`, `${file}/within`, file.toUpperCase(), `${file}. .`]) {
        expect(startsPrograms(path), path).toBe(true)
      }
    }
  },
)

test('each entry names its program and where that is documented', () => {
  for (const { program, source, names } of Object.values(autoRunNames).flat()) {
    expect(program).not.toBe('')
    expect(source, program).toMatch(/^https:\/\/[^\s/]+\/\S*$/)
    for (const name of names.split(' ')) expect(name, program).toMatch(/^[a-z0-9_.*@+-]+$/)
  }
})

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
  '.lsp/config.edn',
  '.merlin',
  'config.nims',
  'dub.json',
  'ansible.cfg',
  'project/plugins.sbt',
  '.jvmopts',
  'serverless.yml',
  'deploy/atlantis.yaml',
  'db/atlas.hcl',
  'playbooks/filter_plugins/x.py',
  'home/dot_zshrc',
  'dotfiles/gitconfig',
  'docs/config.worktree',
  'Library/Application Support/Code/User/settings.json',
  'extension/hooks.json',
  'rescript.json',
  'lakefile.lean',
  'src/a.props',
  'tools/bazel',
  '_darcs/prefs/defaults',
  'analysis_options.yaml',
  'CoC-settings.json',
  '.vimspector.json',
  '.unknown-editor/tasks.json',
  '.some-tool.toml',
  '.search/index',
])('recognises %s', (path) => {
  expect(startsPrograms(path)).toBe(true)
})

test.each([
  ['HEAD', 'config', 'objects/x', 'refs/x'],
  ['Head', 'CONFIG', 'OBJECTS/pack/y', 'Refs/heads/z'],
  ['HEAD. ', 'config::$DATA', 'objects /x', 'ref\u017f/x'],
  ['ＨＥＡＤ', 'con\u200dfig', 'obje\u00adcts/x', 'refs\u200b/x'],
])('asks for each part of a repository, because together they make any folder one: %s', (...parts) => {
  for (const part of parts) {
    for (const path of [part, `docs/${part}`, `docs/a/b/c/${part}`, `docs\\${part}`]) {
      expect(startsPrograms(path), path).toBe(true)
    }
  }
})

test.each([
  '/home/me/app/.github/workflows',
  '/home/me/app/.git/hooks',
  '/home/me/app/.vscode',
  '/home/me/app/.VSCode./x',
  'C:\\app\\.idea\\runConfigurations',
  'C:\\app\\GITHUB~1\\workflows',
  '/srv/app.git/hooks',
  '/home/me/.config/systemd/user',
  '/home/me/app/node_modules/left-pad',
])('asks for every file if the chat is inside %s', (folder) => {
  for (const path of ['notes.md', 'a/b.txt']) expect(startsPrograms(path, folder), path).toBe(true)
})

test('a home folder or an everyday folder above the chat does not count', () => {
  for (const folder of [
    '/home/me/projects/build/app',
    '/srv/objects/app',
    '/data/.parley/app',
    'D:\\src',
    '/',
  ]) {
    expect(startsPrograms('src/index.ts', folder), folder).toBe(false)
  }
})

test('accepts hidden names that only list what to leave out', () => {
  for (const name of harmlessHiddenNames) expect(startsPrograms(`a/${name}`), name).toBe(false)
})

test('decides quickly about names that no file system accepts', () => {
  expect(startsPrograms(`src/${'a.'.repeat(500_000)}md`)).toBe(true)
  expect(startsPrograms('a.'.repeat(500).concat('x'))).toBe(false)
})

test('accepts everyday names', () => {
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
    '.gitignore',
    'docs/.editorconfig',
    'config/app.ts',
    'src/head/index.ts',
    'src/reference/objects.md',
    'test/user_test.exs',
    'user.service.ts',
    'docs/webpack.md',
    'src/activate.ts',
    'www.example.com/index.html',
  ]) {
    expect(startsPrograms(path), path).toBe(false)
  }
})

test('the users’ page lists every name with its program and source', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/files-that-start-programs.md'), 'utf8')
  const rows = Object.values(autoRunNames)
    .flat()
    .map(
      ({ program, source, names }) =>
        `| [${program}](${source}) | ${names
          .split(' ')
          .map((name) => `\`${name}\``)
          .join(', ')} |`,
    )
  const missing = [
    ...rows.filter((row) => !page.includes(row)),
    ...[...autoRunFileNames, ...harmlessHiddenNames].filter((name) => !page.includes(`\`${name}\``)),
  ]
  expect(missing).toEqual([])
})
