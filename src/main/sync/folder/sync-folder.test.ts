import { createHash, randomBytes } from 'node:crypto'
import fs, {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { newKeyFile, temporaryMark } from './folder-keys'
import { openSyncFolder } from './sync-folder'
import { namesAdded, testDevice } from './testing/test-device'
import { writeRows } from './write-rows'

const device = { id: 'c', name: 'C', appVersion: '1.0' }

const sorted = (records: readonly unknown[]) => records.map(String).toSorted()

/** The content of a key file with its checksum. */
function withSum(content: Buffer): Buffer {
  return Buffer.concat([content, createHash('sha256').update(content).digest().subarray(0, 8)])
}

function opening(path: string, passphrase: string, mayCreate = true) {
  return openSyncFolder({ path, passphrase, device, clock: createManualClock(), logCost: 10, mayCreate })
}

describe('records', () => {
  test('reach the other device once, with their device, and in segments of limited size', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a', { segmentBytes: 100 }), await testDevice(path, 'b')]
    const rows = [{ text: 'ä😀\u2028' }, { text: 'x'.repeat(200_000) }, [1], null, 'end']
    expect(await a.write(rows)).toEqual({ kind: 'written', from: 1, to: 2, count: 5 })
    expect(await b.news()).toEqual({
      kind: 'news',
      devices: [
        {
          deviceId: 'a',
          newest: { deviceName: 'Device a', appVersion: '1.0', writtenAt: a.clock.now() },
          missing: [],
          lost: [],
        },
      ],
      faults: [],
      forks: [],
      isRestored: false,
      foreignKeys: 0,
    })
    await b.news()
    expect(b.records).toEqual(rows)
    expect(b.read).toEqual({ a: [{ from: 1, to: 2 }] })
    expect(await b.write([])).toEqual({ kind: 'written', from: 1, to: 0, count: 0 })
  })

  test('are read with the share of all that is new', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b', { batchBytes: 100_000 })]
    for (const bytes of [10_000, 300_000, 30_000]) await a.write([randomBytes(bytes).toString('hex'), bytes])
    await b.news()
    expect(b.shares).toEqual(b.shares.toSorted((one, other) => one - other))
    expect([b.shares[0], b.shares.at(-1)]).toEqual([expect.closeTo(10 / 340, 1), expect.closeTo(1, 1)])
    await a.write(['news'])
    await b.news()
    expect(b.shares.at(-1)).toBeLessThan(0.1)
  })

  test('wait for a slow reader, in batches', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b', { batchBytes: 1_000 })]
    await a.write(Array.from({ length: 100 }, (_, index) => ({ index, text: 'x'.repeat(90) })))
    const sizes: number[] = []
    vi.spyOn(b.records, 'push').mockImplementation((...records) => sizes.push(JSON.stringify(records).length))
    await b.news()
    expect(sizes.length).toBeGreaterThan(9)
    expect(Math.max(...sizes)).toBeLessThan(1_300)
  })

  test('that cannot be applied end the reading, which closes its file and can be repeated', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b', { batchBytes: 10 })]
    await a.write(['one', 'two', 'three', 'four', 'five'])
    const failed = new Error('cannot apply')
    const push = vi.spyOn(b.records, 'push').mockImplementationOnce(() => {
      throw failed
    })
    const [opened, closed] = [vi.spyOn(fs, 'openSync'), vi.spyOn(fs, 'closeSync')]
    syncBuiltinESMExports()
    await expect(b.news()).rejects.toBe(failed)
    const counts = [opened, closed].map(({ mock }) => mock.calls.length)
    for (const spy of [push, opened, closed]) spy.mockRestore()
    syncBuiltinESMExports()
    expect(counts).toEqual([2, 2])
    await b.news()
    expect(b.records).toEqual(['one', 'two', 'three', 'four', 'five'])
  })

  test('in files that arrive in any order, late, and with wrong times are read; what is missing is named', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
    const late = join(temporaryFolder(), 'late')
    const [first = ''] = await namesAdded(path, () => a.write(['one']))
    await a.write(['two'])
    renameSync(join(path, first), late)
    const missing = [{ from: 1, to: 1 }]
    expect(await b.news()).toMatchObject({ devices: [{ missing }] })
    renameSync(late, join(path, first))
    utimesSync(join(path, first), 0, 4_000_000_000)
    expect(await b.news()).toMatchObject({ devices: [{ missing: [] }] })
    expect(b.records).toEqual(['two', 'one'])
    rmSync(join(path, first))
    expect(await b.news()).toMatchObject({ devices: [{ lost: missing }] })
    expect(await a.news()).toMatchObject({ devices: [{ deviceId: 'a', lost: missing }] })
  })

  test('that are too long for a segment are left out and named', async () => {
    const a = await testDevice(temporaryFolder(), 'a', { lineBytes: 10 })
    const tooLong: unknown[] = []
    const records = ['short', 'much too long']
    const options = {
      own: a.own,
      records,
      save: () => {},
      onTooLong: (record: unknown) => tooLong.push(record),
    }
    await writeRows(a.folder, options)
    expect(tooLong).toEqual(['much too long'])
  })

  test('an idle look opens no file', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
    for (const row of [1, 2, 3]) await a.write([row])
    writeFileSync(join(path, `${'0'.repeat(32)}.parley`), 'not a key')
    await b.news()
    const openings = vi.spyOn(fs, 'openSync')
    syncBuiltinESMExports()
    onTestFinished(() => {
      openings.mockRestore()
      syncBuiltinESMExports()
    })
    await b.news()
    expect(openings.mock.calls).toEqual([])
    const [added = ''] = await namesAdded(path, () => a.write([4]))
    openings.mockClear()
    await b.news()
    // Once to recognise it, and once to read it.
    expect(openings.mock.calls.map(([file]) => file)).toEqual([join(path, added), join(path, added)])
    expect(b.records).toEqual([1, 2, 3, 4])
  })

  test('copies that a conflict left are ignored, and read if the original is gone', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
    const names = await namesAdded(path, async () => {
      for (const row of [1, 2, 3]) await a.write([row])
    })
    const endings = [' (conflicted copy 2026-11-30)', '.sync-conflict-20261130-101112-ABCDEFG', ' 2']
    for (const [index, name] of names.entries()) {
      const copy = name.replace('.parley', `${endings[index] ?? ''}.parley`)
      copyFileSync(join(path, name), join(path, copy))
      if (index > 0) rmSync(join(path, name))
    }
    expect(await b.news()).toMatchObject({ faults: [], forks: [], devices: [{ missing: [] }] })
    expect(sorted(b.records)).toEqual(['1', '2', '3'])
    expect(await a.write([4])).toMatchObject({ kind: 'written', from: 4 })
  })
})

/** A folder in which two devices have each made a key and written a record; `a` is one of them. */
async function folderWithTwoKeys() {
  const [path, other] = [temporaryFolder(), temporaryFolder()]
  const [a, b] = [await testDevice(path, 'a'), await testDevice(other, 'b')]
  await a.write(['of a'])
  await b.write(['of b'])
  for (const name of readdirSync(other)) copyFileSync(join(other, name), join(path, name))
  return { path, a }
}

describe('keys', () => {
  test('a wrong passphrase opens nothing and creates nothing', async () => {
    const path = temporaryFolder()
    expect(await opening(path, 'right', false)).toEqual({ kind: 'no-key', hasFiles: false })
    expect(await opening(path, 'right')).toMatchObject({ kind: 'opened', isNew: true })
    expect(await opening(path, 'wrong')).toEqual({ kind: 'wrong-passphrase' })
    expect(await opening(path, 'right', false)).toMatchObject({ kind: 'opened', isNew: false })
    expect(readdirSync(path)).toHaveLength(1)
  })

  test('a passphrase with letters that systems compose differently is the same', async () => {
    const path = temporaryFolder()
    await opening(path, 'grün')
    expect(await opening(path, 'gru\u0308n')).toMatchObject({ kind: 'opened' })
  })

  test('two devices that created one at the same time use both, and then the first', async () => {
    const { path, a } = await folderWithTwoKeys()
    const [c, d] = [await testDevice(path, 'c'), await testDevice(path, 'd')]
    await c.news()
    expect(sorted(c.records)).toEqual(['of a', 'of b'])
    await a.news()
    expect(a.records).toEqual(['of b'])
    const used = await Promise.all([a, c, d].map(({ folder }) => folder.keyForWriting()))
    const [first] = [a.folder, d.folder].flatMap(({ keys }) => keys.map(({ id }) => id)).toSorted()
    expect(used.map((key) => key?.id)).toEqual([first, first, first])
    expect(c.folder.keys).toHaveLength(2)
  })

  test('with another passphrase stay the same, and the former one opens nothing any more', async () => {
    const { path, a } = await folderWithTwoKeys()
    const sizes = () => readdirSync(path).map((name) => statSync(join(path, name)).size)
    const keyFiles = () => sizes().filter((bytes) => bytes < 1_024).length
    const stopped = new Error('stopped')
    const stop = () => Promise.reject(stopped)
    await expect(a.folder.changePassphrase('four new tin lamps', stop)).rejects.toBe(stopped)
    const kinds = async (...passphrases: string[]) =>
      Promise.all(passphrases.map(async (each) => (await opening(path, each, false)).kind))
    expect(await kinds('three old tin lamps', 'four new tin lamps')).toEqual(['opened', 'opened'])
    expect(keyFiles()).toBe(4)
    expect(await a.folder.changePassphrase('five new tin lamps', () => {})).toEqual({ kind: 'changed' })
    expect(keyFiles()).toBe(2)
    const closed = ['wrong-passphrase', 'wrong-passphrase']
    expect(await kinds('three old tin lamps', 'four new tin lamps')).toEqual(closed)
    const c = await testDevice(path, 'c', {}, 'five new tin lamps')
    await c.news()
    expect(sorted(c.records)).toEqual(['of a', 'of b'])
    await a.write(['and on'])
    await c.news()
    expect(c.records).toContain('and on')
    for (const name of readdirSync(path)) rmSync(join(path, name))
    expect(await a.folder.changePassphrase('too late', stop)).toMatchObject({ reason: 'gone' })
  })

  test('a damaged, oversized or expensive key file is ignored, and one of a newer version is named', async () => {
    const path = temporaryFolder()
    const { bytes: original } = await newKeyFile('right', 10)
    const put = (digit: string, change: (bytes: Buffer) => Buffer) =>
      writeFileSync(join(path, `${digit.repeat(32)}.parley`), change(Buffer.from(original)))
    put('1', (key) => key.fill(255, 50, 51))
    put('2', (key) => withSum(key.subarray(0, -8).fill(19, 8, 9)))
    put('3', (key) => Buffer.concat([key, Buffer.alloc(2_000)]))
    put('4', (key) => key.subarray(0, 100))
    expect(await opening(path, 'right', false)).toEqual({ kind: 'no-key', hasFiles: true })
    // Made to be opened by several passphrases: it fits, but does not say which one it was made for.
    put('7', (key) => withSum(key.subarray(0, -8).fill(0, 60, 70)))
    expect(await opening(path, 'right')).toEqual({ kind: 'wrong-passphrase' })
    rmSync(join(path, `${'7'.repeat(32)}.parley`))
    put('5', (key) => key.fill(2, 7, 8))
    expect(await opening(path, 'right')).toEqual({ kind: 'too-new' })
    put('6', (key) => key)
    expect(await opening(path, 'right')).toMatchObject({ kind: 'opened', isNew: false })
  })
})

describe('a device that was restored from a backup', () => {
  test('is told so before it writes, also if both have written the same number', async () => {
    const path = temporaryFolder()
    const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
    await a.write(['one'])
    const backup = a.own
    const [second = ''] = await namesAdded(path, () => a.write(['two']))
    a.own = backup
    expect(await a.write(['lost'])).toEqual({ kind: 'restored' })
    expect(await a.news()).toMatchObject({ isRestored: true })

    const aside = join(temporaryFolder(), 'aside')
    renameSync(join(path, second), aside)
    await a.write(['other two'])
    renameSync(aside, join(path, second))
    expect(await a.write(['three'])).toEqual({ kind: 'restored' })
    const fork = { deviceId: 'a', from: 2, to: 2 }
    expect(await b.news()).toMatchObject({ forks: [fork, fork], devices: [{ missing: [] }] })
    expect(sorted(b.records)).toEqual(['one', 'other two', 'two'])
    const again = await testDevice(path, 'a2')
    again.read = { a: [{ from: 1, to: 1 }] }
    await again.news()
    expect(sorted(again.records)).toEqual(['other two', 'two'])
  })

  test('is not suspected after a crash between a segment’s appearance and its count', async () => {
    const path = temporaryFolder()
    const a = await testDevice(path, 'a')
    const crash = new Error('crash')
    const save = (own: typeof a.own) => {
      if (own.pending === null) throw crash
      a.own = own
    }
    const write = writeRows(a.folder, { own: a.own, records: ['one'], save, onTooLong: () => {} })
    await expect(write).rejects.toBe(crash)
    expect(a.own).toMatchObject({ next: 1, pending: expect.any(String) as string })
    expect(await a.write(['two'])).toMatchObject({ kind: 'written', from: 2 })
    const b = await testDevice(path, 'b')
    await b.news()
    expect(b.records).toEqual(['one', 'two'])
  })
})

describe('a folder in trouble', () => {
  test.each([
    ['EROFS', 'refused'],
    ['EACCES', 'refused'],
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EIO', 'failed'],
  ])('%s is reported as %s, and the next write succeeds', async (code, reason) => {
    const path = temporaryFolder()
    const a = await testDevice(path, 'a')
    const spy = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code, syscall: 'write' })
    })
    syncBuiltinESMExports()
    try {
      expect(await a.write(['one'])).toMatchObject({ kind: 'trouble', reason })
    } finally {
      spy.mockRestore()
      syncBuiltinESMExports()
    }
    expect(readdirSync(path)).toHaveLength(1)
    expect(await a.write(['one'])).toMatchObject({ kind: 'written', from: 1 })
  })

  test('that vanished, or became an empty mount point, is used again when it is back', async () => {
    const path = join(temporaryFolder(), 'carried')
    mkdirSync(path)
    const a = await testDevice(path, 'a')
    await a.write(['one'])
    const aside = `${path}-aside`
    renameSync(path, aside)
    const gone = { kind: 'trouble', reason: 'gone' }
    expect([await a.write(['two']), await a.news(), await opening(path, 'x')]).toMatchObject([
      gone,
      gone,
      gone,
    ])
    mkdirSync(path)
    expect([await a.write(['two']), await a.news()]).toMatchObject([gone, gone])
    expect(readdirSync(path)).toEqual([])
    rmSync(path, { recursive: true })
    renameSync(aside, path)
    expect(await a.write(['two'])).toMatchObject({ kind: 'written', from: 2 })
  })

  test('a temporary file that a crash left is removed after a day, and that of another device stays', async () => {
    const path = temporaryFolder()
    const a = await testDevice(path, 'a')
    const key = a.folder.keys[0]
    if (key === undefined) throw new Error('no key')
    const leftover = (id: string, digit: string) =>
      join(path, `~${temporaryMark(key, id)}${digit.repeat(24)}.tmp`)
    const [old, fresh, foreign] = [leftover('a', '1'), leftover('a', '2'), leftover('b', '1')]
    const now = a.clock.now() / 1000
    for (const [file, at] of [
      [old, now - 90_000],
      [fresh, now],
      [foreign, now - 90_000],
    ] as const) {
      writeFileSync(file, '')
      utimesSync(file, at, at)
    }
    await a.write([1])
    expect([old, fresh, foreign].map((file) => existsSync(file))).toEqual([false, true, true])
  })
})
