import { delimiter, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { findBrowser, hasDisplay } from './find-browser.mjs'

function systemWith(platform: string, ...paths: string[]) {
  return { platform, isExecutable: (path: string) => paths.includes(path) }
}

describe('findBrowser', () => {
  it('searches the path for the preferred browser first', () => {
    const environment = { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter) }
    const [chromium = '', chrome = ''] = ['chromium', 'google-chrome'].map((name) => join('/usr/bin', name))
    expect(findBrowser(environment, systemWith('linux', chromium, chrome))).toEqual({
      name: 'Chromium',
      path: chromium,
    })
    expect(findBrowser(environment, systemWith('linux'))).toBeNull()
  })

  it('knows the locations on macOS and Windows', () => {
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
    expect(
      findBrowser({ 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }, systemWith('win32', edge)),
    ).toEqual({ name: 'Edge', path: edge })
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(findBrowser({}, systemWith('darwin', chrome))?.path).toBe(chrome)
  })

  it('uses only the browser that the user names', () => {
    const environment = { PATH: '/usr/bin', PARLEY_BROWSER: '/opt/browser' }
    expect(findBrowser(environment, systemWith('linux', '/opt/browser'))?.path).toBe('/opt/browser')
    expect(findBrowser(environment, systemWith('linux', '/usr/bin/chromium'))).toBeNull()
  })
})

it('needs a display server on Linux only', () => {
  expect(hasDisplay({}, 'linux')).toBe(false)
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(hasDisplay({}, 'darwin')).toBe(true)
})
