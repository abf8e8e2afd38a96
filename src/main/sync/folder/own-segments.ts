import type { Segment, SyncFolder } from './sync-folder'

/** The numbers of a device’s own segments; its owner keeps them where a backup of the device has them, too. */
export interface OwnNumbers {
  /** The number of the next segment, from 1. */
  next: number
  /** The id of a segment with that number that may have appeared before it was counted. */
  pending: string | null
}

/** The numbers of a device that has written nothing. */
export const noNumbers: OwnNumbers = { next: 1, pending: null }

/**
 * The folder has segments of this device that the device does not know: it was restored from a backup, or two machines
 * have the same id. Take a new id, read everything like another device’s, and write all rows again.
 */
export interface DeviceRestored {
  kind: 'restored'
}

/** This device’s segments in a listing. */
export function ownSegments({ device }: SyncFolder, segments: readonly Segment[]): Segment[] {
  return segments.filter(({ head }) => head.deviceId === device.id)
}

/** True if another writer has used this device’s id. */
export function isRestored(own: readonly Segment[], numbers: OwnNumbers): boolean {
  const isUnknown = (segment: Segment) => segment.head.to >= numbers.next && !isPending(segment, numbers)
  return own.some(isUnknown) || forksIn(own).length > 0
}

/** The numbers after a segment that had appeared before it was counted, if there is one. */
export function settledNumbers(own: readonly Segment[], numbers: OwnNumbers): OwnNumbers {
  const hasAppeared = own.some((segment) => isPending(segment, numbers))
  return hasAppeared ? { next: numbers.next + 1, pending: null } : numbers
}

/** Segments of one device with the same numbers, but not copies of each other. */
export function forksIn(segments: readonly Segment[]): Segment[] {
  const ids = new Map<string, Set<string>>()
  for (const segment of segments) {
    const range = rangeOf(segment)
    ids.set(range, (ids.get(range) ?? new Set()).add(segment.id))
  }
  return segments.filter((segment) => (ids.get(rangeOf(segment))?.size ?? 0) > 1)
}

function rangeOf({ head }: Segment): string {
  return JSON.stringify([head.deviceId, head.from, head.to])
}

function isPending({ id, head }: Segment, { next, pending }: OwnNumbers): boolean {
  return id === pending && head.from === next && head.to === next
}
