import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'

import { riskyPlace } from './risky-place'

const linux = (lines: string[]) => ({
  platform: 'linux' as const,
  mounts: ['27 1 254:0 / / rw - ext4 /dev/vda rw', ...lines].join('\n'),
})

test.each(['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'fuse.rclone', 'virtiofs'])(
  'finds a data folder on %s',
  (type) => {
    const places = linux([`40 27 0:50 / /mnt/my\\040share rw,relatime shared:3 - ${type} host:/x rw`])
    expect(riskyPlace('/mnt/my share/parley', places)).toBe('network')
    expect(riskyPlace('/mnt/my share', places)).toBe('network')
    expect(riskyPlace('/mnt/my shares/parley', places)).toBeNull()
    expect(riskyPlace('/home/me/.config/parley', places)).toBeNull()
  },
)

test('a local disk inside a share, or mounted over it, is local', () => {
  const inside = linux(['40 27 0:50 / /mnt rw - nfs4 a:/ rw', '41 40 8:1 / /mnt/local rw - xfs /dev/sda rw'])
  expect(riskyPlace('/mnt/local/parley', inside)).toBeNull()
  const over = linux(['40 27 0:50 / /mnt rw - nfs4 a:/ rw', '41 27 8:1 / /mnt rw - btrfs /dev/sda rw'])
  expect(riskyPlace('/mnt/parley', over)).toBeNull()
})

test.each(['fuse.ntfs-3g', 'fuse.mergerfs', 'fuseblk', 'tmpfs', 'overlay', 'zfs'])(
  '%s is not a share',
  (type) => {
    expect(riskyPlace('/mnt/x', linux([`40 27 0:50 / /mnt rw - ${type} x rw`]))).toBeNull()
  },
)

test('finds shares on macOS and Windows', () => {
  const mac = {
    platform: 'darwin' as const,
    mounts: '/dev/disk1 on / (apfs, local)\n//me@nas/home on /Volumes/my home (smbfs, nodev)\n',
  }
  expect(riskyPlace('/Volumes/my home/parley', mac)).toBe('network')
  expect(riskyPlace('/Users/me/parley', mac)).toBeNull()
  const windows = { platform: 'win32' as const, mounts: '' }
  for (const path of ['\\\\server\\share\\parley', '//server/share', '\\\\?\\UNC\\server\\share']) {
    expect(riskyPlace(path, windows), path).toBe('network')
  }
  for (const path of ['C:\\Users\\me', '\\\\?\\C:\\Users\\me'])
    expect(riskyPlace(path, windows), path).toBeNull()
})

test.each([
  ['kept/.stfolder', 'kept/data'],
  ['.sync/ID', 'data/parley'],
  ['data/parley.sync-conflict-20261128-101500-ABCDEFG.db', 'data'],
  ['data/parley (Anna’s conflicted copy 2026-11-28).db', 'data'],
  ['data/parley (in Konflikt stehende Kopie von anna).db-wal', 'data'],
])('finds a synced folder by %s', (mark, folder) => {
  const root = temporaryFolder()
  for (const path of [join(root, mark, '..'), join(root, folder)]) mkdirSync(path, { recursive: true })
  expect(riskyPlace(join(root, folder), linux([]))).toBeNull()
  writeFileSync(join(root, mark), '')
  expect(riskyPlace(join(root, folder), linux([]))).toBe('synced')
})

test('finds folders that programs keep in sync', () => {
  for (const path of [
    '/home/me/Dropbox/parley',
    '/home/me/Dropbox (Work)/parley',
    '/Users/me/Library/Mobile Documents/x',
    '/Users/me/Library/CloudStorage/OneDrive-Work/x',
    '/home/me/Nextcloud/parley',
  ]) {
    expect(riskyPlace(path, linux([])), path).toBe('synced')
  }
  expect(riskyPlace('C:\\Users\\me\\OneDrive - Acme\\parley', { platform: 'win32', mounts: '' })).toBe(
    'synced',
  )
  for (const path of ['/home/me/dropbox-clone/parley', '/home/me/async/parley']) {
    expect(riskyPlace(path, linux([])), path).toBeNull()
  }
})
