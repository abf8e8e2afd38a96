import { join, normalize, resolve } from 'node:path'

import { expect, it } from 'vitest'

import { resolveDataFolder } from './resolve-data-folder'
import { namedUserData } from '../hosts/named-user-data'

const linux = { platform: 'linux', home: '/home/ada' } as const

it('prefers the given folder to the variable, and both to the system’s location', () => {
  const environment = { PARLEY_USER_DATA: '/from-variable', XDG_DATA_HOME: '/xdg' }
  expect(resolveDataFolder({ userData: 'here', environment, system: linux })).toBe(resolve('here'))
  expect(resolveDataFolder({ userData: undefined, environment, system: linux })).toBe(
    resolve('/from-variable'),
  )
  expect(resolveDataFolder({ userData: '', environment: { PARLEY_USER_DATA: '' }, system: linux })).toBe(
    normalize('/home/ada/.local/share/parley'),
  )
  expect(resolveDataFolder({ userData: '', environment: { XDG_DATA_HOME: '/xdg' }, system: linux })).toBe(
    normalize('/xdg/parley'),
  )
})

it('knows the locations on macOS and Windows', () => {
  const places = (['darwin', 'win32'] as const).map((platform) =>
    resolveDataFolder({
      userData: undefined,
      environment: { APPDATA: '/roaming' },
      system: { platform, home: '/home/ada' },
    }),
  )
  expect(places).toEqual([
    normalize('/home/ada/Library/Application Support/Parley'),
    join('/roaming', 'Parley'),
  ])
})

it('finds the folder among Electron’s switches', () => {
  expect(namedUserData(['electron', '--no-sandbox', '.', '--user-data', '/data'])).toBe('/data')
  expect(namedUserData(['electron', '--user-data-dir=/chromium', '.', '--user-data=/data'])).toBe('/data')
  expect(namedUserData(['electron', '.'])).toBeUndefined()
})
