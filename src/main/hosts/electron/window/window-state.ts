import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { DeepLink } from '../../../../shared/app/deep-link'
import type { ComparisonId, SessionId } from '../../../../shared/ids'

/** The position and size of a window, in device-independent pixels. Without `x` and `y`, the system places it. */
export interface WindowBounds {
  x?: number
  y?: number
  width: number
  height: number
}

/** The place and content of a window, as the next start restores them. Bounds are in device-independent pixels. */
export interface WindowState {
  bounds: WindowBounds
  isMaximized: boolean
  /** The hash of the page's address, which says what it shows; empty for a new chat. */
  place: string
}

/** The smallest window, in device-independent pixels. */
export const minimumSize = { width: 640, height: 480 } as const

const defaultState: WindowState = { bounds: { width: 1200, height: 820 }, isMaximized: false, place: '' }

/** More windows than anybody works with, so that a page cannot open them without limit. */
export const maxWindows = 20
/** The distance of a new window from the one before it, so that both can be seen. */
const offsetPx = 28

/** The part of a window's top that must be on a display so that the user can drag it. */
const graspableWidth = 120
const graspableHeight = 40

/** Reads the saved windows, the one used last at the end; the default when there are none, or they are invalid. */
export function loadWindowStates(dataFolder: string): [WindowState, ...WindowState[]] {
  try {
    const [first = defaultState, ...others] = parseStates(
      JSON.parse(readFileSync(statePath(dataFolder), 'utf8')),
    )
    return [first, ...others]
  } catch {
    // No file, or a damaged one: the position is not worth an error.
    return [defaultState]
  }
}

/** Writes the windows atomically: a crash leaves the old or the new ones. */
export function saveWindowStates(dataFolder: string, windows: readonly WindowState[]): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const temporaryPath = `${statePath(dataFolder)}.tmp`
  writeFileSync(temporaryPath, JSON.stringify({ windows }), { mode: 0o600 })
  renameSync(temporaryPath, statePath(dataFolder))
}

/** A window of the same size beside this one. */
export function besideBounds({ x, y, width, height }: WindowBounds): WindowBounds {
  return x === undefined || y === undefined
    ? { width, height }
    : { x: x + offsetPx, y: y + offsetPx, width, height }
}

/**
 * The part of an address that a window opens at again: a stored chat or comparison. A temporary chat is never written
 * to disk, not even its id.
 */
export function storedPlace(address: string): string {
  const hash = URL.parse(address)?.hash ?? ''
  return hash.length <= 1_000 && /^#\/(?:chat|compare)\/[\w%.~/-]+$/.test(hash) ? hash : ''
}

/** The chat or comparison at a place; null for a new one. */
export function linkOfPlace(place: string): DeepLink | null {
  const [, kind, id = 'new'] = place.split('/')
  if (id === 'new') return null
  const decoded = decodeURIComponent(id)
  return kind === 'compare'
    ? { to: 'comparison', comparisonId: decoded as ComparisonId }
    : { to: 'chat', sessionId: decoded as SessionId }
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

function parseStates(value: unknown): WindowState[] {
  const { windows } = value as { windows?: unknown }
  const all: unknown[] = Array.isArray(windows) ? windows : []
  return all.slice(0, maxWindows).flatMap((each) => parseState(each) ?? [])
}

function parseState(value: unknown): WindowState | null {
  if (typeof value !== 'object' || value === null) return null
  const { bounds, isMaximized, place } = value as Partial<WindowState>
  const numbers = [bounds?.x, bounds?.y, bounds?.width, bounds?.height]
  if (bounds === undefined || !numbers.every((item) => Number.isSafeInteger(item))) return null
  const { x, y, width, height } = bounds as Required<WindowBounds>
  return {
    bounds: { x, y, width, height },
    isMaximized: isMaximized === true,
    place: typeof place === 'string' ? storedPlace(`parley:${place}`) : '',
  }
}

function statePath(dataFolder: string): string {
  return join(dataFolder, 'window-state.json')
}
