// Starts git, because a stand-in would only repeat this code's assumptions about what git reports as changed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { changedFiles, pathsIn } from './changed-files.mjs'

describe('pathsIn', () => {
  it('keeps spaces, line breaks and letters unchanged, and lists each path once', () => {
    expect(pathsIn('b c.ts\0ä\nb.md\0', '', 'a.ts\0b c.ts\0')).toEqual(['a.ts', 'b c.ts', 'ä\nb.md'])
  })

  it('leaves out a nested repository', () => {
    expect(pathsIn('nested/\0a.ts\0')).toEqual(['a.ts'])
  })
})

describe('changedFiles', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
  const write = (path: string, text = path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const commit = () => {
    git('add', '--all')
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@localhost',
      '-c',
      'commit.gpgsign=false',
      'commit',
      '--quiet',
      '--message',
      'a',
    )
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-changed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    git('init', '--quiet', '--initial-branch', 'main')
    for (const path of ['same.ts', 'edited.ts', 'staged.ts', 'deleted.ts', 'old name.ts']) write(path)
    write('.gitignore', 'ignored.ts')
    commit()
  })

  it('finds edited, staged, deleted, renamed and new files, but no ignored ones', () => {
    write('edited.ts', 'other')
    write('staged.ts', 'other')
    renameSync(join(folder, 'old name.ts'), join(folder, 'neuer Name – ü.ts'))
    git('rm', '--quiet', 'deleted.ts')
    git('add', 'staged.ts', 'old name.ts')
    write('ignored.ts')
    write('folder/new.png')
    const all = ['deleted.ts', 'edited.ts', 'folder/new.png', 'neuer Name – ü.ts', 'old name.ts', 'staged.ts']
    expect(changedFiles(folder)).toEqual(all)
  })

  it("includes the branch's commits, but not what has happened on main since", () => {
    git('checkout', '--quiet', '-b', 'topic')
    write('committed.ts')
    commit()
    git('checkout', '--quiet', 'main')
    write('later.ts')
    commit()
    git('checkout', '--quiet', 'topic')
    write('edited.ts', 'other')
    expect(changedFiles(folder)).toEqual(['committed.ts', 'edited.ts'])
    expect(changedFiles(folder, 'HEAD')).toEqual(['edited.ts'])
    expect(changedFiles(folder, 'main')).toEqual(['committed.ts', 'edited.ts', 'later.ts'])
  })

  it('compares with the published main if commits were made on main itself', () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    write('committed.ts')
    commit()
    expect(changedFiles(folder)).toEqual(['committed.ts'])
  })

  it('lists files below the folder relative to it, and none outside it', () => {
    write('edited.ts', 'other')
    write('inner/new.ts')
    expect(changedFiles(join(folder, 'inner'))).toEqual(['new.ts'])
  })

  it('finds nothing if nothing has changed', () => {
    expect(changedFiles(folder)).toEqual([])
  })

  it('throws for a revision that does not exist', () => {
    expect(() => changedFiles(folder, 'nowhere')).toThrow(/nowhere/)
  })
})
