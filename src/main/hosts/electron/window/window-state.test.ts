import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { clampToDisplays, loadWindowState, saveWindowState } from './window-state'

const laptop = { x: 0, y: 25, width: 1_440, height: 875 }
const right = { x: 1_440, y: 0, width: 1_920, height: 1_080 }

describe('clampToDisplays', () => {
  it('leaves a window in place when its title bar can be reached', () => {
    const bounds = { x: 1_500, y: 100, width: 1_000, height: 700 }
    expect(clampToDisplays(bounds, [laptop, right])).toEqual(bounds)
    const straddling = { x: 1_300, y: 100, width: 1_000, height: 700 }
    expect(clampToDisplays(straddling, [laptop, right])).toEqual(straddling)
  })

  it('lets the system place a window whose display is gone', () => {
    expect(clampToDisplays({ x: 1_500, y: 100, width: 1_000, height: 700 }, [laptop])).toEqual({
      width: 1_000,
      height: 700,
    })
  })

  it("moves a title bar down into its display, and limits a window to its display's size", () => {
    expect(clampToDisplays({ x: 100, y: 0, width: 3_000, height: 2_000 }, [laptop])).toEqual({
      x: 100,
      y: 25,
      width: 1_440,
      height: 875,
    })
  })
})

describe('the saved state', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-window-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('is restored as it was saved', () => {
    const state = { bounds: { x: 1, y: 2, width: 800, height: 600 }, isMaximized: true }
    saveWindowState(folder, state)
    expect(loadWindowState(folder)).toEqual(state)
  })

  it.each(['', '{"bounds":', '[]', 'null', '{"bounds":{"x":"1","y":2,"width":3,"height":4}}'])(
    'is the default when the file is missing or contains %s',
    (content) => {
      if (content !== '') writeFileSync(join(folder, 'window-state.json'), content)
      expect(loadWindowState(folder)).toEqual({ bounds: { width: 1_200, height: 820 }, isMaximized: false })
    },
  )
})
