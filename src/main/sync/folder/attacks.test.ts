import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'

import { expect, onTestFinished, test, vi } from 'vitest'

import { seededRandom } from '../../base/seeded-random'
import { needsLinks } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { writeNewFile } from './folder-files'
import { newName } from './folder-keys'
import { newFileId, SealedWriter } from './sealed-file'
import { namesAdded, type TestDevice, testDevice } from './testing/test-device'

const headerBytes = 56
const headEnd = headerBytes + 1040
const chunkBytes = 64 * 1024 + 16

/** Rows of 1,000 characters that deflate makes only a quarter smaller. */
function randomRows(seed: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    createHash('shake256', { outputLength: 750 }).update(`${seed} ${index}`).digest('base64'),
  )
}

/** Seals a body that was not made by `writeRows`, with the key of the folder. */
async function seal(device: TestDevice, head: object, body: Buffer): Promise<string> {
  const [key] = device.folder.keys
  if (key === undefined) throw new Error('no key')
  const name = newName(key, 'rows')
  await writeNewFile({
    folder: device.folder.path,
    name,
    mark: '00000000',
    async write(handle) {
      const writer = new SealedWriter(handle, key, newFileId(), JSON.stringify(head))
      writer.add(body)
      writer.end()
      return true
    },
  })
  return name
}

function headOf(deviceId: string, number: number) {
  return {
    format: 1,
    kind: 'rows',
    deviceId,
    deviceName: '',
    appVersion: '',
    from: number,
    to: number,
    writtenAt: 1,
  }
}

/** The files of records that are written one by one. */
async function namesOf(path: string, device: TestDevice, records: unknown[]): Promise<string[]> {
  const names: string[] = []
  for (const record of records) names.push(...(await namesAdded(path, () => device.write([record]))))
  return names
}

test('a file that is cut at a border of a chunk or anywhere else is partial until it is complete', async () => {
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const rows = randomRows('cuts', 300)
  const [name = ''] = await namesAdded(path, () => a.write(rows))
  const file = join(path, name)
  const whole = readFileSync(file)
  expect(whole.length).toBeGreaterThan(headEnd + 3 * chunkBytes)
  const borders = [0, 1, 2, 3].map((chunk) => headEnd + chunk * chunkBytes)
  const random = seededRandom('any cut')
  const anywhere = Array.from({ length: 20 }, () => random.below(whole.length))
  for (const end of [
    0,
    7,
    headerBytes,
    ...borders,
    ...borders.map((at) => at + 16),
    whole.length - 1,
    ...anywhere,
  ]) {
    writeFileSync(file, whole.subarray(0, end))
    expect({ end, ...(await b.news()) }).toMatchObject({ end, faults: [{ name, fault: 'partial' }] })
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.alloc(1)]))
  expect(await b.news()).toMatchObject({ faults: [{ fault: 'partial' }] })
  expect([b.records, b.read]).toEqual([[], {}])
  writeFileSync(file, whole)
  await b.news()
  expect(b.records).toEqual(rows)
})

test('a changed bit is noticed, and nothing is applied that was not written', async () => {
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b', { batchBytes: 10_000 })]
  const rows = randomRows('bits', 200)
  const [name = ''] = await namesAdded(path, () => a.write(rows))
  const file = join(path, name)
  const whole = readFileSync(file)
  const random = seededRandom('which bit')
  for (let round = 0; round < 60; round += 1) {
    const place = random.below(round % 3 === 0 ? headEnd : whole.length)
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ (1 << random.below(8))
    writeFileSync(file, changed)
    b.records.length = 0
    expect({ place, ...(await b.news()) }).toMatchObject({ place, faults: [{ name }] })
    expect(b.records).toEqual(rows.slice(0, b.records.length))
  }
  expect(b.read).toEqual({})
  await b.news()
  const before = b.records.length
  expect(await b.news()).toMatchObject({ faults: [{ name }] })
  expect(b.records).toHaveLength(before)
})

test('chunks that change places, also between files, are not authentic', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a')
  const [one = ''] = await namesAdded(path, () => a.write(randomRows('one', 300)))
  const [two = ''] = await namesAdded(path, () => a.write(randomRows('two', 300)))
  const [first, second] = [readFileSync(join(path, one)), readFileSync(join(path, two))]
  const chunk = (bytes: Buffer, index: number) =>
    bytes.subarray(headEnd + index * chunkBytes, headEnd + (index + 1) * chunkBytes)
  const [head, end] = [first.subarray(0, headEnd), first.subarray(headEnd + 3 * chunkBytes)]
  writeFileSync(
    join(path, one),
    Buffer.concat([head, chunk(first, 1), chunk(first, 0), chunk(second, 2), end]),
  )
  const file = a.folder.open(one)
  if (typeof file === 'string') throw new Error(file)
  onTestFinished(() => file.close())
  expect(file.chunks).toBe(4)
  expect([0, 1, 2].map((index) => file.chunk(index))).toEqual([null, null, null])
})

test('a file that is replaced while others are read does not count as read', async () => {
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const [, two = '', three = ''] = await namesOf(path, a, [1, 2, 3])
  const aside = join(path, 'aside')
  const { push } = b.records
  vi.spyOn(b.records, 'push').mockImplementation((...records) => {
    if (records[0] === 1) {
      copyFileSync(join(path, two), aside)
      copyFileSync(join(path, three), join(path, two))
    }
    return push.apply(b.records, records)
  })
  expect(await b.news()).toMatchObject({ faults: [{ name: two, fault: 'unreadable' }] })
  expect(b.read).toEqual({
    a: [
      { from: 1, to: 1 },
      { from: 3, to: 3 },
    ],
  })
  renameSync(aside, join(path, two))
  await b.news()
  expect(b.records).toEqual([1, 3, 2])
})

test('files that are replayed, renamed, exchanged or duplicated change nothing', async () => {
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const [ofA = ''] = await namesAdded(path, () => a.write(['of a']))
  const [ofB = ''] = await namesAdded(path, () => b.write(['of b']))
  const aside = join(path, 'aside')
  renameSync(join(path, ofA), aside)
  renameSync(join(path, ofB), join(path, ofA))
  copyFileSync(aside, join(path, ofB))
  await b.news()
  await a.news()
  expect([a.records, b.records]).toEqual([['of b'], ['of a']])

  const [later = ''] = await namesAdded(path, () => a.write(['of a, later']))
  copyFileSync(aside, join(path, later))
  copyFileSync(aside, join(path, later.replace('.parley', ' 2.parley')))
  const missing = [{ from: 2, to: 2 }]
  expect(await a.news()).toMatchObject({ devices: [{ deviceId: 'a', lost: missing }, { deviceId: 'b' }] })
  await b.news()
  expect(b.records).toEqual(['of a'])
})

test('a file sealed with another key is not read, whatever it is named', async () => {
  const [path, other] = [temporaryFolder(), temporaryFolder()]
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const stranger = await testDevice(other, 'a', {}, 'another passphrase')
  const [name = ''] = await namesAdded(path, () => a.write(['mine']))
  const [forged = ''] = await namesAdded(other, () => stranger.write(['forged']))
  copyFileSync(join(other, forged), join(path, forged))
  copyFileSync(join(other, forged), join(path, name))
  const bytes = readFileSync(join(other, forged))
  readFileSync(join(path, name)).copy(bytes, 0, 0, headerBytes)
  expect(await b.news()).toMatchObject({ faults: [{ name, fault: 'damaged' }], devices: [] })
  expect(b.records).toEqual([])
})

test('a huge file, and content that unpacks to more than the limit, are refused early', async () => {
  const path = temporaryFolder()
  const limits = { packedBytes: 100_000, unpackedBytes: 5_000_000, lineBytes: 2_000_000, batchBytes: 10_000 }
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b', limits)]
  const zeros = `${JSON.stringify('0'.repeat(1_000))}\n`
  const bomb = await seal(a, headOf('x', 1), deflateRawSync(zeros.repeat(20_000)))
  const longLine = await seal(a, headOf('x', 2), deflateRawSync(`"${'0'.repeat(3_000_000)}"\n`))
  const [huge = ''] = await namesAdded(path, () => a.write(randomRows('huge', 200)))
  expect(statSync(join(path, huge)).size).toBeGreaterThan(limits.packedBytes)
  const news = await b.news()
  const names = [bomb, longLine, huge].toSorted()
  expect(news.kind === 'news' && news.faults.toSorted((x, y) => (x.name < y.name ? -1 : 1))).toEqual(
    names.map((name) => ({ name, fault: 'too-large' })),
  )
  expect(b.records.length * zeros.length).toBeLessThanOrEqual(limits.unpackedBytes)
  expect(b.read).toEqual({})
})

test('a newer format is named as such; content that is not Parley’s is damaged', async () => {
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const empty = deflateRawSync('')
  const newer = await seal(a, { ...headOf('x', 1), format: 2, kind: 'letters' }, empty)
  const odd = [
    await seal(a, { ...headOf('x', 1), from: 3 }, empty),
    await seal(a, { ...headOf('x', 1), kind: 'file' }, empty),
    await seal(a, headOf('x', 4), deflateRawSync('{"a":1}\n{"b"\n')),
    await seal(a, headOf('x', 5), deflateRawSync('1\n').subarray(0, 2)),
    await seal(a, headOf('x', 6), Buffer.from('not packed')),
  ]
  const [name = ''] = await namesAdded(path, () => a.write([1]))
  const bytes = readFileSync(join(path, name))
  bytes[7] = 2
  writeFileSync(join(path, name), bytes)
  const news = await b.news()
  const faults = new Map(news.kind === 'news' ? news.faults.map((one) => [one.name, one.fault]) : [])
  expect([newer, name, ...odd].map((file) => faults.get(file))).toEqual([
    'too-new',
    'too-new',
    ...odd.map(() => 'damaged'),
  ])
})

test('a link with the name of a segment is not followed', async (context) => {
  needsLinks(context)
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const [name = ''] = await namesAdded(path, () => a.write([1]))
  const outside = join(temporaryFolder(), 'outside')
  copyFileSync(join(path, name), outside)
  rmSync(join(path, name))
  symlinkSync(outside, join(path, name))
  await b.news()
  expect(b.records).toEqual([])
})
