import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { absoluteFolders, searchFolders, searchPathWith } from './search-folders'

/** Creates a program in a folder below `home`, with the ending that Windows needs. */
function install(home: string, path: string): string {
  const folder = join(home, path, '..')
  const file = join(home, process.platform === 'win32' ? `${path}.exe` : path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, '#!/usr/bin/env node\n')
  chmodSync(file, 0o755)
  return folder
}

test.each([
  '.local/share/mise/installs/node/24.1.0/bin',
  '.local/share/mise/shims',
  '.asdf/installs/nodejs/24.1.0/bin',
  '.asdf/shims',
  '.local/share/fnm/node-versions/v24.1.0/installation/bin',
  '.fnm/node-versions/v24.1.0/installation/bin',
  '.proto/tools/node/24.1.0/bin',
  '.proto/shims',
  '.volta/bin',
  '.nvm/versions/node/v24.1.0/bin',
  '.linuxbrew/bin',
  '.nix-profile/bin',
  '.local/share/pnpm',
  '.bun/bin',
  '.yarn/bin',
])('an agent in %s is found, and its script finds the Node of another version manager', async (folder) => {
  const home = temporaryFolder()
  const installed = install(home, join(folder, 'codex'))
  const environment = { HOME: home, PATH: '/nowhere' }
  expect(searchFolders(environment)).toContain(installed)
  const node = install(home, '.nvm/versions/node/v22.9.0/bin/node')
  const replaced = { ...environment, PARLEY_AGENT_FOLDERS: [installed, node].join(delimiter) }
  expect(absoluteFolders(await searchPathWith(installed, replaced))).toEqual(['/nowhere', installed, node])
})

test.each(['${HOME}/apps', '~/apps', '"$HOME/apps"'])(
  'npm installs where its settings say: prefix=%s',
  (prefix) => {
    const home = temporaryFolder()
    writeFileSync(join(home, '.npmrc'), `audit=false\n prefix = ${prefix}\n//registry.test/:_authToken=x\n`)
    expect(searchFolders({ HOME: home, PATH: '' })).toContain(
      join(home, 'apps', process.platform === 'win32' ? '' : 'bin'),
    )
  },
)

test('the newest version comes first, and folders that the user moved come before the usual ones', () => {
  const home = temporaryFolder()
  for (const version of ['v9.1.0', 'v24.1.0', 'v22.0.0'])
    install(home, `.nvm/versions/node/${version}/bin/node`)
  const moved = temporaryFolder()
  install(moved, 'installs/node/20.0.0/bin/codex')
  const folders = searchFolders({ HOME: home, MISE_DATA_DIR: moved })
  const versions = folders.filter((folder) => folder.includes('.nvm'))
  expect(versions.map((folder) => /node.(v\d+)/.exec(folder)?.[1])).toEqual(['v24', 'v22', 'v9'])
  expect(folders.indexOf(join(moved, 'installs/node/20.0.0/bin'))).toBeLessThan(
    folders.indexOf(join(home, '.local/bin')),
  )
})

test('a search path that has an interpreter stays as it is, and a folder named like one is none', async () => {
  const home = temporaryFolder()
  const folder = install(home, 'tools/node')
  const other = install(home, '.nvm/versions/node/v22.9.0/bin/node')
  const path = absoluteFolders(await searchPathWith(folder, { HOME: home, PATH: folder }))
  expect(path).not.toContain(other)
  mkdirSync(join(home, 'projects/node'), { recursive: true })
  const projects = { HOME: home, PATH: join(home, 'projects'), PARLEY_AGENT_FOLDERS: other }
  expect(absoluteFolders(await searchPathWith(home, projects))).toContain(other)
})
