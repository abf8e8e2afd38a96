import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { FileChange } from '../../../shared/agents/agents'
import { needsLinks } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { isPathInFolder } from './agent-runs'
import { consentTerms } from './consent-terms'
import type { ApprovalQuestion } from '../run/pending-approvals'

const folder = '/projects/one'

const command = (input: unknown, more: Partial<ApprovalQuestion> = {}): ApprovalQuestion => ({
  toolName: 'Bash',
  kind: 'execute',
  input,
  ...more,
})

const edit = (path: string, kind: FileChange['kind'] = 'modified'): ApprovalQuestion => ({
  toolName: 'Edit',
  kind: 'edit',
  input: { file_path: path },
  changes: [{ path, kind }],
})

const termsOf = (question: ApprovalQuestion) => consentTerms(question, folder, () => true)

describe('a command', () => {
  const allowed = termsOf(command({ command: 'git status' }))

  test('is shown unchanged, and matches regardless of the description by the agent', () => {
    expect(allowed).toMatchObject({ kind: 'execute', what: 'git status' })
    for (const description of ['Shows the state', 'x']) {
      expect(termsOf(command({ description, command: 'git status' }))).toEqual(allowed)
    }
    expect(termsOf(command({ command: 'git status' }, { folder, title: 'Other words' }))).toEqual(allowed)
  })

  test.each([
    ['git status ', 'a space at its end'],
    [' git status', 'a space before it'],
    ['git  status', 'two spaces in it'],
    ['git status\n', 'a line break at its end'],
    ['git status\nrm -rf ~', 'a second line'],
    ['git status; rm -rf ~', 'another command behind it'],
    ['git status && curl x | sh', 'the same beginning'],
    ['git statu', 'less of it'],
    ['Git status', 'another case'],
    ['git st\u0430tus', 'a Cyrillic letter that looks the same'],
    ['git\u00a0status', 'a space that does not break'],
    ['git st\u200batus', 'a character without width'],
    ['git status\u0000', 'a NUL'],
    ['git status\ud800', 'half a character'],
    ['git status # ', 'a comment'],
  ])('%j does not match: %s', (other) => {
    const terms = termsOf(command({ command: other }))
    expect(terms).not.toBeNull()
    expect(terms?.terms).not.toBe(allowed?.terms)
  })

  test('does not match a command in another Unicode normalization', () => {
    const composed = termsOf(command({ command: 'rm \u00e9' }))
    expect(termsOf(command({ command: 'rm e\u0301' }))?.terms).not.toBe(composed?.terms)
  })

  test('matches in any field order, but not with an additional field', () => {
    const first = termsOf(command({ command: 'ls', cwd: 'a', options: { x: 1, y: [1, 2] } }))
    expect(termsOf(command({ options: { y: [1, 2], x: 1 }, cwd: 'a', command: 'ls' }))).toEqual(first)
    for (const other of [
      { command: 'ls', cwd: 'b', options: { x: 1, y: [1, 2] } },
      { command: 'ls', cwd: 'a', options: { x: 1, y: [2, 1] } },
      { command: 'ls', cwd: 'a', options: { x: '1', y: [1, 2] } },
      { command: 'ls', cwd: 'a' },
      { command: 'ls' },
    ]) {
      expect(termsOf(command(other))?.terms).not.toBe(first?.terms)
    }
  })

  test('as a list of words does not match the same words as one string', () => {
    const words = termsOf(command({ command: ['sh', '-c', 'a b'] }))
    for (const other of [['sh', '-c', 'a', 'b'], ['sh', '-c a b'], 'sh -c a b', '["sh","-c","a b"]']) {
      expect(termsOf(command({ command: other }))?.terms).not.toBe(words?.terms)
    }
  })

  test('does not match one whose text looks like its fields', () => {
    const inOther = termsOf(command({ command: 'ls' }, { folder: '/tmp' }))
    expect(inOther?.what).toBe('{"command":"ls","in":"/tmp"}')
    expect(termsOf(command({ command: '{"command":"ls","in":"/tmp"}' }))?.terms).not.toBe(inOther?.terms)
    expect(termsOf(command({ command: 'ls', in: '/tmp' }))?.terms).not.toBe(inOther?.terms)
    expect(termsOf(command({ command: 'ls' }))?.terms).not.toBe(inOther?.terms)
  })

  test('always needs approval if the command is unknown', () => {
    for (const input of [
      undefined,
      null,
      {},
      '',
      'ls',
      ['ls'],
      { description: 'Lists files' },
      { command: '  ' },
      { command: [] },
      { command: ['ls', 1] },
      { command: { text: 'ls' } },
      { command: 'ls', cmd: 'rm' },
      { command: 'ls', description: { hidden: 'rm' } },
      { command: 'ls', at: new Date(0) },
      { command: 'ls', size: Number.NaN },
      { command: 'ls', run: () => 'rm' },
      { command: 'x'.repeat(40_000) },
    ]) {
      expect(termsOf(command(input)), JSON.stringify(input)).toBeNull()
    }
  })
})

describe('an edit', () => {
  test('is covered by its tool, for any file in the folder', () => {
    expect(termsOf(edit('src/a.ts'))).toMatchObject({ kind: 'edit', what: 'Edit' })
    expect(termsOf(edit('b.ts', 'added'))).toEqual(termsOf(edit('src/a.ts')))
    expect(termsOf({ ...edit('a'), toolName: 'Write' })?.terms).not.toBe(termsOf(edit('a'))?.terms)
  })

  test.each(['/etc/passwd', '../other/a', 'a/../../b', 'C:\\Windows\\a', 'a\\..\\..\\b', '', '.git/hooks/x'])(
    'of %j always needs approval',
    (path) => {
      expect(termsOf(edit(path))).toBeNull()
      const among = edit('fine.ts')
      expect(
        termsOf({ ...among, changes: [...(among.changes ?? []), { path, kind: 'modified' }] }),
      ).toBeNull()
    },
  )

  test('that deletes, moves or names no files always needs approval', () => {
    expect(termsOf(edit('a', 'deleted'))).toBeNull()
    expect(termsOf(edit('a', 'moved'))).toBeNull()
    expect(termsOf({ toolName: 'Edit', kind: 'edit', input: { file_path: 'a' } })).toBeNull()
    expect(termsOf({ toolName: 'Edit', kind: 'edit', input: {}, changes: [] })).toBeNull()
  })

  test.each([
    'sub/.GIT/config',
    '.git./hooks/x',
    '.g\u200cit/config',
    '.claude/settings.json',
    '.codex/config.toml',
    'opencode.json',
    '.mcp.json',
    '.vscode/tasks.json',
    '.npmrc',
    'web/.zed/tasks.json',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.github/workflows/ci.yml',
    'GIT~1/config',
    'VSCODE~2/tasks.json',
    '.npmrc::$DATA',
    '.vſcode/tasks.json',
    'docs/HEAD',
    'docs/config',
    'docs/objects/x',
    'docs/refs/x',
  ])('of %j, which runs programs or extends permissions, always needs approval', (path) => {
    expect(termsOf(edit(path))).toBeNull()
  })

  test('in a chat inside a folder that programs read always needs approval, in a copy of it as well', () => {
    const inside = '/home/me/app/.github/workflows'
    expect(consentTerms(edit('notes.md'), inside, () => true)).toBeNull()
    const copy = '/data/.config/parley/copies/1'
    const around = (...folders: string[]) => consentTerms(edit('notes.md'), copy, () => true, folders)
    expect(around(inside)).toBeNull()
    expect(around('/home/me/link', inside)).toBeNull()
    expect(around('/home/me/app/.vscode', '/home/me/dotfiles/code')).toBeNull()
    expect(around(folder)).not.toBeNull()
  })

  test('of more files than are listed always needs approval', () => {
    expect(termsOf({ ...edit('src/a.ts'), unlistedChanges: 1 })).toBeNull()
  })

  test('through a link out of the folder always needs approval', (context) => {
    needsLinks(context)
    const place = temporaryFolder()
    const outside = temporaryFolder()
    mkdirSync(join(place, 'src'))
    writeFileSync(join(place, 'src', 'a.ts'), '')
    symlinkSync(outside, join(place, 'docs'))
    symlinkSync(join(outside, 'secret'), join(place, 'src', 'b.ts'))
    writeFileSync(join(outside, 'secret'), '')
    linkSync(join(outside, 'secret'), join(place, 'src', 'c.ts'))
    const real = (path: string) =>
      consentTerms(edit(path), place, (file) => isPathInFolder(place, file)) !== null
    expect(['src/a.ts', 'new/deep/c.ts', 'src/new.ts'].map(real)).toEqual([true, true, true])
    const elsewhere = ['docs/a', 'docs/deep/a', 'src/b.ts', 'src/c.ts', 'src/a.ts/x']
    expect(elsewhere.filter(real)).toEqual([])
  })
})

const fetch = (input: unknown, toolName = 'WebFetch'): ApprovalQuestion => ({
  toolName,
  kind: 'fetch',
  input,
})

test('any other call matches only with the same input, and always needs approval without input', () => {
  const allowed = termsOf(fetch({ url: 'https://a.example' }))
  expect(allowed).toMatchObject({ kind: 'fetch', what: 'WebFetch {"url":"https://a.example"}' })
  expect(termsOf(fetch({ url: 'https://a.example/x' }))?.terms).not.toBe(allowed?.terms)
  expect(termsOf(fetch({ url: 'https://a.example' }, 'Other'))?.terms).not.toBe(allowed?.terms)
  for (const input of [undefined, null, {}, [], '', ' ', 7]) expect(termsOf(fetch(input))).toBeNull()
  expect(termsOf({ toolName: 'x', input: { a: 1 } })?.kind).toBe('other')
  const hidden = JSON.parse('{"a":1,"__proto__":{"b":2}}') as unknown
  expect(termsOf(fetch(hidden))?.terms).not.toBe(termsOf(fetch({ a: 1 }))?.terms)
})
