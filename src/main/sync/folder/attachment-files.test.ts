import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { sha256 } from '../../base/sha256'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { filesThere, getFile, putFile } from './attachment-files'
import { attachmentName } from './folder-keys'
import { newFileId, SealedWriter } from './sealed-file'
import { fileHead } from './segments'
import { namesAdded, testDevice } from './testing/test-device'

async function twoDevices() {
  const [path, local] = [temporaryFolder(), temporaryFolder()]
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  const source = (content: Buffer) => {
    const file = join(local, sha256(content))
    writeFileSync(file, content)
    return { hash: sha256(content), file }
  }
  return { path, a: a.folder, b: b.folder, source, target: join(local, 'target'), reader: b }
}

test('attachments of every length arrive as they were, and are written once', async () => {
  const { path, a, b, source, target, reader } = await twoDevices()
  for (const length of [0, 1, 65_536, 65_537, 1_048_576, 2_500_000]) {
    const content = Buffer.alloc(length, 'some attachment')
    const { hash, file } = source(content)
    expect(await getFile(b, hash, target)).toEqual({ kind: 'absent' })
    const [name = ''] = await namesAdded(path, () => putFile(a, hash, file))
    expect(name).not.toContain(hash.slice(0, 8))
    expect(
      await namesAdded(path, async () => expect(await putFile(b, hash, file)).toEqual({ kind: 'there' })),
    ).toEqual([])
    expect(await getFile(b, hash, target)).toEqual({ kind: 'got' })
    expect(readFileSync(target).equals(content)).toBe(true)
    const other = sha256(`not ${length}`)
    expect(await filesThere(b, [hash, other])).toEqual({ kind: 'there', sha256s: new Set([hash]) })
  }
  expect(await reader.news()).toMatchObject({ faults: [], devices: [] })
})

test('a source that is not what its hash says is not written', async () => {
  const { path, a, source, target } = await twoDevices()
  const { file } = source(Buffer.from('one'))
  const hash = sha256('another')
  const results = async () => [await putFile(a, hash, file), await putFile(a, hash, target)]
  expect(
    await namesAdded(path, async () =>
      expect(await results()).toEqual([{ kind: 'changed' }, { kind: 'changed' }]),
    ),
  ).toEqual([])
})

test('a file that is cut, changed or exchanged is refused and can be written again; a copy serves as well', async () => {
  const { path, a, b, source, target } = await twoDevices()
  const one = source(Buffer.alloc(300_000, 'one'))
  const two = source(Buffer.alloc(300_000, 'two'))
  const [name = ''] = await namesAdded(path, () => putFile(a, one.hash, one.file))
  const [otherName = ''] = await namesAdded(path, () => putFile(a, two.hash, two.file))
  const [file, other] = [join(path, name), join(path, otherName)]
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, 200_000))
  expect(await getFile(b, one.hash, target)).toEqual({ kind: 'fault', fault: 'partial' })
  const changed = Buffer.from(whole)
  changed[100_000] = (changed[100_000] ?? 0) ^ 1
  writeFileSync(file, changed)
  expect(await getFile(b, one.hash, target)).toEqual({ kind: 'fault', fault: 'damaged' })
  copyFileSync(other, file)
  expect(await getFile(b, one.hash, target)).toEqual({ kind: 'fault', fault: 'damaged' })
  expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false])
  expect(await putFile(b, one.hash, one.file)).toEqual({ kind: 'put' })
  renameSync(file, file.replace('.parley', ' (1).parley'))
  expect(await getFile(b, one.hash, target)).toEqual({ kind: 'got' })
  expect(readFileSync(target).equals(readFileSync(one.file))).toBe(true)
})

test('content that is not what its name and head say is refused', async () => {
  const { path, a, b, source, target } = await twoDevices()
  const one = source(Buffer.from('one'))
  const [key] = a.keys
  if (key === undefined) throw new Error('no key')
  const handle = openSync(join(path, attachmentName(key, one.hash)), 'wx')
  const writer = new SealedWriter(handle, key, newFileId(), fileHead(one.hash))
  writer.add(Buffer.from('two'))
  writer.end()
  closeSync(handle)
  expect(await getFile(b, one.hash, target)).toEqual({ kind: 'fault', fault: 'damaged' })
  expect(existsSync(target)).toBe(false)
})

test('a wait for a large attachment can be cancelled, and leaves nothing', async () => {
  const { path, a, b, source, target } = await twoDevices()
  const { hash, file } = source(Buffer.alloc(3_000_000))
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  expect(
    await namesAdded(path, () => expect(putFile(a, hash, file, stop.signal)).rejects.toThrow('stopped')),
  ).toEqual([])
  await putFile(a, hash, file)
  await expect(getFile(b, hash, target, stop.signal)).rejects.toThrow('stopped')
  expect(existsSync(`${target}.part`)).toBe(false)
})
