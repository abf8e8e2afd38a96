import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The position and size of a window, in device-independent pixels. Without `x` and `y`, the system places it. */
export interface WindowBounds {
  x?: number
  y?: number
  width: number
  height: number
}

export interface WindowState {
  bounds: WindowBounds
  isMaximized: boolean
}

export const minimumSize = { width: 640, height: 480 } as const

const defaultState: WindowState = { bounds: { width: 1200, height: 820 }, isMaximized: false }

/** How much of a window's top must be on a display so that the user can drag it. */
const graspableWidth = 120
const graspableHeight = 40

/** Reads the saved state; the default when there is none, or it is invalid. */
export function loadWindowState(dataFolder: string): WindowState {
  try {
    return parseState(JSON.parse(readFileSync(statePath(dataFolder), 'utf8')))
  } catch {
    // No file, or a damaged one: the position is not worth an error.
    return defaultState
  }
}

/** Writes the state atomically: a crash leaves the old or the new one. */
export function saveWindowState(dataFolder: string, state: WindowState): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const temporaryPath = `${statePath(dataFolder)}.tmp`
  writeFileSync(temporaryPath, JSON.stringify(state), { mode: 0o600 })
  renameSync(temporaryPath, statePath(dataFolder))
}

/** Moves a window from a display that is gone, and limits it to its display's size. */
export function clampToDisplays(bounds: WindowBounds, displays: Required<WindowBounds>[]): WindowBounds {
  const size = {
    width: Math.max(bounds.width, minimumSize.width),
    height: Math.max(bounds.height, minimumSize.height),
  }
  const { x, y } = bounds
  if (x === undefined || y === undefined) return size
  const display = displays.find((area) => isGraspable({ x, y, ...size }, area))
  if (display === undefined) return size
  return {
    x,
    y: Math.max(y, display.y),
    width: Math.min(size.width, display.width),
    height: Math.min(size.height, display.height),
  }
}

function isGraspable(window: Required<WindowBounds>, area: Required<WindowBounds>): boolean {
  const visibleWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  const isTopInside = window.y > area.y - graspableHeight && window.y < area.y + area.height - graspableHeight
  return visibleWidth >= graspableWidth && isTopInside
}

function parseState(value: unknown): WindowState {
  const { bounds, isMaximized } = value as Partial<WindowState>
  const numbers = [bounds?.x, bounds?.y, bounds?.width, bounds?.height]
  if (bounds === undefined || !numbers.every((item) => Number.isSafeInteger(item))) return defaultState
  return { bounds, isMaximized: isMaximized === true }
}

function statePath(dataFolder: string): string {
  return join(dataFolder, 'window-state.json')
}
