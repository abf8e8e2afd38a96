import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { bundleLimits, type BundleValue } from '../../../../shared/tools/bundles'
import { randomId } from '../../../base/new-id'
import { needsFileModes } from '../../../base/testing/needs'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { openHttpServers } from '../testing/opened-servers'
import { Bundles } from './bundles'

const never = new AbortController().signal
const home = '/home/me'

const usual = {
  manifest_version: '0.3',
  name: 'My notes',
  display_name: 'Notes',
  version: '1.2.3',
  description: 'Finds notes.',
  author: { name: 'Ann' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: { command: 'node', args: ['${__dirname}/server/index.js'], env: {} },
  },
  tools: [{ name: 'find' }],
}

/** A manifest with another command and settings. */
function manifestWith(config: object, fields: object = {}) {
  return { ...usual, server: { ...usual.server, mcp_config: config }, user_config: fields }
}

function open(platform: NodeJS.Platform = 'linux') {
  const dataFolder = temporaryFolder()
  const bundles = new Bundles(dataFolder, { places: { platform, home }, newId: randomId })
  const path = join(temporaryFolder(), 'a.mcpb')
  const write = (manifest: unknown, files: Zippable = { 'server/index.js': strToU8('1') }) => {
    const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
    writeFileSync(
      path,
      zipSync({ ...(manifest === null ? {} : { 'manifest.json': strToU8(text) }), ...files }),
    )
    return path
  }
  const unpack = (manifest: unknown, given: Record<string, BundleValue> = {}, files?: Zippable) =>
    bundles.unpack(write(manifest, files), given, never)
  const left = () => (existsSync(join(dataFolder, 'servers')) ? readdirSync(join(dataFolder, 'servers')) : [])
  return {
    bundles,
    dataFolder,
    write,
    unpack,
    left,
    read: (path_: string) => bundles.read(path_, (name) => name),
  }
}

const withReason = (reason: string, data: object = {}) => ({
  code: 'INVALID_INPUT',
  data: { reason, ...data },
})

describe('a bundle', () => {
  test('says what it is and what it asks for, with the folders of this user', async () => {
    const { read, write } = open()
    const manifest = manifestWith(usual.server.mcp_config, {
      folders: {
        type: 'directory',
        title: 'Folders',
        description: 'Where notes are.',
        multiple: true,
        required: true,
        default: ['${HOME}/notes', '${DOCUMENTS}'],
      },
      key: { type: 'string', title: 'Key\u202e', sensitive: true, default: 'from the author' },
      count: { type: 'number', title: 'Count', default: 5, min: 1, max: 9 },
    })
    expect(await read(write(manifest))).toEqual({
      title: 'Notes',
      version: '1.2.3',
      author: 'Ann',
      description: 'Finds notes.',
      suggestedId: 'My notes',
      command: `node '\${__dirname}/server/index.js'`,
      tools: ['find'],
      fields: [
        {
          key: 'folders',
          type: 'directory',
          title: 'Folders',
          description: 'Where notes are.',
          isRequired: true,
          isSensitive: false,
          isMultiple: true,
          initial: ['/home/me/notes', join('/home/me', 'Documents')],
        },
        {
          key: 'key',
          type: 'string',
          title: 'Key',
          description: '',
          isRequired: false,
          isSensitive: true,
          isMultiple: false,
          initial: null,
        },
        {
          key: 'count',
          type: 'number',
          title: 'Count',
          description: '',
          isRequired: false,
          isSensitive: false,
          isMultiple: false,
          initial: 5,
          min: 1,
          max: 9,
        },
      ],
    })
  })

  test('is unpacked for its owner only, and removed as a whole', async (context) => {
    const { bundles, dataFolder, unpack, left } = open()
    const { folder, transport } = await unpack(
      usual,
      {},
      {
        'server/index.js': strToU8('the server'),
        'bin/tool': [strToU8('#!/bin/sh'), { os: 3, attrs: 0o100755 << 16 }],
      },
    )
    const root = join(dataFolder, 'servers', folder)
    expect(transport).toEqual({
      type: 'stdio',
      command: 'node',
      args: [`${root}/server/index.js`],
      env: {},
    })
    expect(statSync(join(root, 'server/index.js')).size).toBe('the server'.length)
    const modes = ['', 'server/index.js', 'bin/tool'].map((name) => statSync(join(root, name)).mode & 0o777)
    await bundles.remove(folder)
    expect(left()).toEqual([])
    needsFileModes(context)
    expect(modes).toEqual([0o700, 0o600, 0o700])
  })

  test('gets the settings of the user, as values and never as placeholders', async () => {
    const { unpack } = open()
    const fields = {
      folders: { type: 'directory', title: 'Folders', multiple: true },
      key: { type: 'string', title: 'Key', sensitive: true },
      name: { type: 'string', title: 'Name' },
      loud: { type: 'boolean', title: 'Loud' },
      unset: { type: 'number', title: 'Unset' },
    }
    const config = {
      command: 'node',
      args: ['${user_config.folders}', '--name=${user_config.name}', '${user_config.unset}', '${HOME}${/}x'],
      env: {
        KEY: '${user_config.key}',
        LOUD: '${user_config.loud}',
        ALL: 'in ${user_config.folders}',
        UNSET: '${user_config.unset}',
      },
    }
    const given = { folders: ['/a b', '/c'], key: '${HOME}$&', name: '${user_config.key}', loud: true }
    const { transport } = await unpack(manifestWith(config, fields), given)
    expect(transport).toMatchObject({
      args: ['/a b', '/c', '--name=${user_config.key}', `/home/me${sep}x`],
      env: { KEY: '${HOME}$&', LOUD: 'true', ALL: 'in /a b,/c' },
    })
    expect(transport.env).not.toHaveProperty('UNSET')
  })

  test('uses what its manifest says for this system', async () => {
    const config = {
      command: 'bin/one',
      env: { A: '1', B: '1' },
      platform_overrides: { darwin: { command: 'bin/two', env: { B: '2' } } },
    }
    const [linux, mac] = [open('linux'), open('darwin')]
    expect((await linux.unpack(manifestWith(config))).transport.command).toMatch(/[/\\]bin[/\\]one$/)
    const { transport } = await mac.unpack(manifestWith(config))
    expect(transport).toMatchObject({
      command: expect.stringMatching(/[/\\]bin[/\\]two$/),
      env: { A: '1', B: '2' },
    })
  })

  test.each([
    ['is missing', {}],
    ['is of another kind', { count: 'many', path: '/a' }],
    ['is out of range', { count: 10, path: '/a' }],
    ['is not a full path', { count: 5, path: 'a/../b' }],
  ])('is not unpacked if a setting %s', async (_what, given) => {
    const { unpack, left } = open()
    const fields = {
      count: { type: 'number', title: 'Count', required: true, max: 9 },
      path: { type: 'file', title: 'Path', required: true },
    }
    await expect(unpack(manifestWith(usual.server.mcp_config, fields), given)).rejects.toMatchObject(
      withReason('bundle-value'),
    )
    expect(left()).toEqual([])
  })
})

test.each(['unpacked', 'saved'])(
  'a bundle that was %s and cannot be removed now is removed at a later start',
  async (state) => {
    const { bundles, dataFolder, unpack, left } = open()
    const { folder: name } = await unpack(usual)
    if (state === 'saved') await bundles.saved(name)
    // No folder takes the place of one that is not empty, as none can be renamed that a program on Windows uses.
    const obstacle = join(dataFolder, 'servers', `unused-${name}`)
    mkdirSync(join(obstacle, 'inner'), { recursive: true })
    await bundles.remove(name)
    expect(left().toSorted()).toEqual([name, `unsaved-${name}`, `unused-${name}`].toSorted())
    rmSync(obstacle, { recursive: true })
    await new Bundles(dataFolder, { places: { platform: 'linux', home }, newId: randomId }).removeUnused(
      () => false,
    )
    expect(left()).toEqual([])
  },
)

describe('a bundle that cannot be used', () => {
  test.each([
    ['no manifest', null, 'bundle-none'],
    ['no JSON', '{', 'bundle-manifest'],
    ['deep JSON', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'bundle-manifest'],
    ['no command', { ...usual, server: { type: 'node', entry_point: 'a' } }, 'bundle-manifest'],
    ['an unknown version', { ...usual, manifest_version: '9' }, 'bundle-version'],
    ['another system', { ...usual, compatibility: { platforms: ['win32'] } }, 'bundle-platform'],
    ['a command outside', manifestWith({ command: '../../bin/sh' }), 'bundle-path'],
    [
      'an unknown placeholder',
      manifestWith({ command: 'node', args: ['${env.HOME}'] }),
      'bundle-placeholder',
    ],
    [
      'an unknown setting',
      manifestWith({ command: 'node', args: ['${user_config.a}'] }),
      'bundle-placeholder',
    ],
    [
      'a key on the command line',
      manifestWith(
        { command: 'node', args: ['--key=${user_config.key}'] },
        { key: { type: 'string', title: 'Key', sensitive: true } },
      ),
      'bundle-key',
    ],
  ])('has %s: nothing of it is unpacked', async (_what, manifest, reason) => {
    const { unpack, left } = open()
    await expect(unpack(manifest)).rejects.toMatchObject(withReason(reason))
    expect(left()).toEqual([])
  })

  test.each([
    ['a path out of its folder', { '../evil': strToU8('1') }],
    ['a path out of its folder, in the middle', { 'a/../../evil': strToU8('1') }],
    ['a full path', { '/tmp/evil': strToU8('1') }],
    ['a path for Windows', { 'a\\..\\evil': strToU8('1') }],
    ['a drive', { 'c:evil': strToU8('1') }],
    ['a link', { link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }],
    ['a device', { device: [strToU8(''), { os: 3, attrs: 0o020666 << 16 }] }],
    ['names that differ only in case', { 'server/A': strToU8('1'), 'server/a': strToU8('2') }],
    ['an endless name', { ['a/'.repeat(60) + 'b']: strToU8('1') }],
    ['a name that no disk can store', { ['ä'.repeat(200)]: strToU8('1') }],
    ['a file where another one needs a folder', { A: strToU8('1'), 'a/b': strToU8('1') }],
  ] as [string, Zippable][])('contains %s', async (_what, files) => {
    const { unpack, left, dataFolder } = open()
    await expect(unpack(usual, {}, files)).rejects.toMatchObject(withReason('bundle-entry'))
    expect([left(), readdirSync(dataFolder)]).toEqual([[], []])
  })

  test('has a manifest that is too long', async () => {
    const { read, write } = open()
    const long = `${JSON.stringify(usual)}${' '.repeat(bundleLimits.manifestBytes)}`
    await expect(read(write(long))).rejects.toMatchObject(withReason('bundle-manifest'))
  })

  test('unpacks to far more than its size', async () => {
    const { unpack, left } = open()
    const files = { bomb: [new Uint8Array(30_000_000), { level: 9 }] } satisfies Zippable
    await expect(unpack(usual, {}, files)).rejects.toMatchObject(withReason('bundle-size'))
    expect(left()).toEqual([])
  })

  test('is damaged, no ZIP at all, or has too many files', async () => {
    const { bundles, read, write, left } = open()
    const path = write(usual, { a: [strToU8('the content'), { level: 0 }] })
    const bytes = readFileSync(path)
    bytes.write('THE', bytes.indexOf('the content'))
    writeFileSync(path, bytes)
    await expect(bundles.unpack(path, {}, never)).rejects.toMatchObject(withReason('bundle-damaged'))
    writeFileSync(path, 'not a ZIP')
    await expect(read(path)).rejects.toMatchObject(withReason('bundle-damaged'))
    const announced = readFileSync(write(usual))
    // The number of entries in the record at the end.
    announced.writeUInt16LE(bundleLimits.files + 1, announced.length - 12)
    writeFileSync(path, announced)
    await expect(read(path)).rejects.toMatchObject(withReason('bundle-files'))
    expect(left()).toEqual([])
  })

  test('is not added if the user stops when it has just been unpacked', async () => {
    const { dataFolder, write, left } = open()
    const stop = new AbortController()
    class StoppedBundles extends Bundles {
      override async unpack(...given: Parameters<Bundles['unpack']>) {
        const unpacked = await super.unpack(...given)
        stop.abort(new Error('stopped'))
        return unpacked
      }
    }
    const bundles = new StoppedBundles(dataFolder, { places: { platform: 'linux', home }, newId: randomId })
    const { servers } = openHttpServers({ bundles })
    const bundle = { path: write(usual), id: 'notes', values: {} }
    await expect(servers.addBundle(bundle, stop.signal)).rejects.toThrow('stopped')
    expect([servers.list(), left()]).toEqual([[], []])
  })

  test('is given up while it is unpacked, and a crash leaves nothing for good', async () => {
    const { bundles, dataFolder, write, left, unpack } = open()
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    await expect(bundles.unpack(write(usual), {}, stop.signal)).rejects.toThrow('stopped')
    expect(left()).toEqual([])
    const { folder: saved } = await unpack(usual)
    const { folder: unsaved } = await unpack(usual)
    writeFileSync(join(dataFolder, 'servers', 'unused-one'), '')
    // Bundles that this process has just unpacked are about to be saved.
    await bundles.removeUnused(() => false)
    expect(left()).toEqual(expect.arrayContaining([saved, unsaved]))
    const next = new Bundles(dataFolder, { places: { platform: 'linux', home }, newId: randomId })
    await next.removeUnused((name) => name === saved)
    expect(left()).toEqual([saved])
    // The list of servers cannot be read: nothing that was saved is removed.
    await next.removeUnused(() => false)
    expect(left()).toEqual([saved])
  })
})
