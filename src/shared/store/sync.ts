import type { SyncPlace } from './sync-place'

/** The place, as messages name it. */
export function placeName(place: SyncPlace): string {
  if (place.kind === 'folder') return place.path
  const address = place.address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return place.kind === 'webdav' ? address : `${address}/${place.bucket}`
}

/** True for the address of a server, without a password, which would be shown. */
export function isServerAddress(address: string): boolean {
  return /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(address)
}

/**
 * Why nothing is exchanged now. `gone`: the folder does not exist, its disk is away, or its key is missing; `denied`: it
 * may not be read or written; `full`: no space there; `inside`: it is the data folder or inside it; `new`: it has no key
 * yet; `arriving`: it has no key, but files, so that the key may be on its way; `locked`: the passphrase is not known
 * here any more; `mismatch`: another passphrase opens it; `newer`: a newer Parley made it; `failed`: anything else.
 * Only of servers: `unreachable`: it does not answer, or is busy; `untrusted`: its certificate is not valid; `sign-in`: it
 * refuses the credentials; `no-place`: no such bucket, or no folder to make this one in; `not-server`: what answers does
 * not speak the protocol; `too-large`: it refuses a file for its size; `metered`: the connection costs by what is carried.
 */
export const syncProblems = [
  'gone',
  'denied',
  'full',
  'inside',
  'new',
  'arriving',
  'locked',
  'mismatch',
  'newer',
  'failed',
  'unreachable',
  'untrusted',
  'sign-in',
  'no-place',
  'not-server',
  'too-large',
  'metered',
] as const
export type SyncProblem = (typeof syncProblems)[number]

/** A machine of the person's that has written into the folder. */
export interface SyncDevice {
  id: string
  name: string
  isThis: boolean
  /** When it last wrote, by its own clock, in milliseconds since the epoch. */
  seenAt: number
  /** How many of its files are not here yet, or could not be read. */
  missingCount: number
}

/** `fetch`: files come from a server; `read`: what other machines have written is stored; `send`: the other way round. */
export interface SyncProgress {
  kind: 'fetch' | 'read' | 'send'
  /** How much of all is done, from 0 to 1. */
  share: number
  /** Rows so far. */
  count: number
}

/** The exchange with the person's other machines. */
export interface SyncState {
  /** Where they meet; null when nothing was chosen. */
  place: SyncPlace | null
  /** `trouble`: it continues by itself when it can, but for `locked` and `mismatch`. */
  status: 'off' | 'connecting' | 'on' | 'trouble'
  problem: SyncProblem | null
  devices: SyncDevice[]
  /** Rows that are not in the folder yet. */
  unsentCount: number
  /** Of an exchange that takes longer. */
  progress: SyncProgress | null
  /** When the folder was last looked at, in milliseconds since the epoch. */
  lookedAt: number | null
}

/** The state of a place that was not looked at yet; null: of none. */
export function stateOf(place: SyncPlace | null): SyncState {
  return {
    place,
    status: 'off',
    problem: null,
    devices: [],
    unsentCount: 0,
    progress: null,
    lookedAt: null,
  }
}

/** Attachments up to this size are fetched at once, larger ones when they are opened. */
export const fetchedAtOnceBytes = 10 * 1024 * 1024
