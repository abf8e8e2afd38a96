import { expect, test } from 'vitest'

import type { CommandCheck } from '../../../shared/agents/command-checks'
import type { FileChange, WorkspaceDiff } from '../../../shared/agents/agents'
import { hiddenCheck, hiddenDiff } from './hidden-work'

const names = ['codex', 'OpenAI']

function diffOf(...files: FileChange[]): WorkspaceDiff {
  return { isolation: 'worktree', folder: '/data/workspaces/s1/files', files, isCut: false, state: 'abc' }
}

function modified(path: string, patch = '@@ -1 +1 @@\n-a\n+b\n'): FileChange {
  return { path, kind: 'modified', patch, added: 1, removed: 1 }
}

test('a hidden diff has its files and lines, but neither folder nor isolation', () => {
  const change = { ...modified('src/a.ts'), author: 'codex' }
  expect(hiddenDiff(diffOf(change), names)).toEqual({
    isolation: null,
    folder: null,
    files: [modified('src/a.ts')],
    isCut: false,
    state: null,
  })
})

test('settings and notes of any agent are left out, and counted', () => {
  const paths = [
    'CLAUDE.md',
    '.claude/settings.json',
    '.codex/config.toml',
    'docs/GEMINI.md',
    'opencode.json',
  ]
  const moved: FileChange = { path: 'notes.md', kind: 'moved', movedFrom: 'CLAUDE.local.md' }
  const { files, namingFiles } = hiddenDiff(
    diffOf(...paths.map((path) => modified(path)), moved, modified('README.md')),
    names,
  )
  expect([files.map(({ path }) => path), namingFiles]).toEqual([['README.md'], 6])
})

test('a file in which the agent wrote a name is left out; a name that was there before does not matter', () => {
  const signed = modified('a.ts', '@@ -1 +1,2 @@\n a\n+// Written by OpenAI Codex\n')
  const known = modified('b.ts', '@@ -1,2 +1,2 @@\n import { Codex } from "codex"\n-old\n+new Codex\n')
  const { files, namingFiles } = hiddenDiff(diffOf(signed, known), names)
  expect([files.map(({ path }) => path), namingFiles]).toEqual([['b.ts'], 1])
})

test('a hidden check keeps its result, without the lines that name an agent', () => {
  const check: CommandCheck = {
    command: 'npm test',
    ended: 'exited',
    exitCode: 1,
    durationMs: 5,
    output: '1 failed\nsee .claude/log\nby codex\nend',
    isCut: false,
    endedAt: 1,
    hasChangedFiles: false,
    isOutdated: false,
  }
  expect(hiddenCheck(check, names)).toEqual({ ...check, output: '1 failed\n…\n…\nend' })
})
