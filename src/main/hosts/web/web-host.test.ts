import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { needsFileModes } from '../../base/testing/needs'
import { createManualClock } from '../../base/testing/manual-clock'
import { createWebPlatform } from './web-host'
import { WebConfirmations } from './confirmations/page-confirmations'

let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'parley-platform-'))
})

afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

function platformIn(name: string) {
  return createWebPlatform({
    version: '1.2.3',
    dataFolder: join(parent, name),
    confirmations: new WebConfirmations(createManualClock()),
    quit: () => {},
    restart: () => true,
  })
}

describe('the secrets of the web host', () => {
  it('can be read after a restart, and are nowhere in plain text', () => {
    const sealed = platformIn('data').secrets.encrypt('sk-secret-ключ')
    expect(sealed.toString('latin1')).not.toContain('sk-secret')
    expect(platformIn('data').secrets.decrypt(sealed)).toBe('sk-secret-ключ')
  })

  it('are stored beside a key file that only their owner can read', (context) => {
    platformIn('data')
    expect(readFileSync(join(parent, 'data', 'secrets.key'))).toHaveLength(32)
    needsFileModes(context)
    expect(statSync(join(parent, 'data', 'secrets.key')).mode & 0o777).toBe(0o600)
    expect(platformIn('data').secrets.guarantee).toBe('key-file')
  })

  it.each([0, 1, 31, 33])(
    'start over with a key file of %i bytes, which is set aside and reported',
    (size) => {
      mkdirSync(join(parent, 'data'))
      const path = join(parent, 'data', 'secrets.key')
      writeFileSync(path, Buffer.alloc(size, 1))
      const { secrets } = platformIn('data')
      expect(secrets.problem).toMatchObject({
        code: 'STORE_DAMAGED',
        data: { reason: 'key-file', file: path },
      })
      const aside = String(secrets.problem?.data?.['setAsideAs'])
      expect(secrets.problem?.message).toContain(`It was kept as ${basename(aside)}`)
      expect(readFileSync(aside)).toEqual(Buffer.alloc(size, 1))
      const later = platformIn('data').secrets
      expect([later.problem, later.decrypt(secrets.encrypt('text'))]).toEqual([undefined, 'text'])
    },
  )

  it('start over when something other than a file is in place of the key file', () => {
    mkdirSync(join(parent, 'data', 'secrets.key'), { recursive: true })
    const { secrets } = platformIn('data')
    expect(secrets.decrypt(secrets.encrypt('text'))).toBe('text')
    expect(readdirSync(join(parent, 'data'))).toHaveLength(2)
  })

  it('stay unchanged when the key file cannot be read, which is an error', (context) => {
    needsFileModes(context)
    mkdirSync(join(parent, 'data'))
    symlinkSync('secrets.key', join(parent, 'data', 'secrets.key'))
    expect(() => platformIn('data')).toThrow(
      expect.objectContaining({ code: 'INTERNAL', data: expect.objectContaining({ detail: 'ELOOP' }) }),
    )
    expect(readdirSync(join(parent, 'data'))).toEqual(['secrets.key'])
  })

  it('leave no files except the key file', () => {
    platformIn('data')
    expect(readdirSync(join(parent, 'data'))).toEqual(['secrets.key'])
  })

  it('differ each time, even for the same text', () => {
    const { secrets } = platformIn('data')
    expect(secrets.encrypt('same').equals(secrets.encrypt('same'))).toBe(false)
  })

  it('are rejected when they were changed, truncated, or made on another machine', () => {
    const { secrets } = platformIn('data')
    const sealed = secrets.encrypt('text')
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
    expect(() => secrets.decrypt(changed)).toThrow()
    expect(() => secrets.decrypt(sealed.subarray(0, 20))).toThrow('damaged')
    expect(() => platformIn('other').secrets.decrypt(sealed)).toThrow()
  })
})

it('leaves opening a link to the window, which is in a browser', async () => {
  expect(await platformIn('data').openLink('https://example.org')).toBe(false)
})
