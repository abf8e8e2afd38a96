import { isMainThread } from 'node:worker_threads'

import type { SyncProblem } from '../../../shared/store/sync'
import type { SyncServer } from '../../../shared/store/sync-place'
import { systemClock } from '../../base/clock'
import { isLoopback } from '../../providers/http/peer'
import { followSystemProxies } from '../../providers/http/system-proxy'
import { Carrier } from './carrier'
import { ServerRefusal } from './meeting-server'
import { isMeteredNow } from './metered'
import { S3Server } from './s3'
import { WebdavServer } from './webdav'

/** What opens a folder on a server. */
export interface ServerAccess {
  place: SyncServer
  secret: string
  /** The system's answer about proxies, which only main can ask for; null if the host has no such settings. */
  proxies: string | null
}

/** Why the server cannot be used now, in the way of `FolderTrouble`. */
export interface ServerTrouble {
  kind: 'trouble'
  reason: SyncProblem
  message: string
  /** How long the server asks to wait. */
  waitMs: number | null
}

/**
 * Runs work with the carrier between a mirror and a server. What the server refuses becomes a `ServerTrouble`, and so does
 * a metered connection, unless the user `isWaiting`.
 */
export async function withCarrier<Result>(
  { path, server }: { path: string; server: ServerAccess },
  options: { mostSegmentBytes: number; signal: AbortSignal; isWaiting: boolean },
  work: (carrier: Carrier) => Promise<Result>,
): Promise<Result | ServerTrouble> {
  const { place, secret, proxies } = server
  const mayPause = !options.isWaiting && !isLoopback(place.address)
  if (mayPause && (await isMeteredNow(systemClock))) {
    return { kind: 'trouble', reason: 'metered', message: 'the connection is metered', waitMs: null }
  }
  if (proxies !== null && !isMainThread) followSystemProxies(() => Promise.resolve(proxies))
  const given = { secret, clock: systemClock, signal: options.signal }
  const meeting = place.kind === 'webdav' ? new WebdavServer(place, given) : new S3Server(place, given)
  const { mostSegmentBytes } = options
  const carrier = new Carrier(path, { server: meeting, clock: systemClock, mostSegmentBytes })
  try {
    return await work(carrier)
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error
    return { kind: 'trouble', reason: error.reason, message: error.message, waitMs: error.waitMs }
  } finally {
    carrier.save()
  }
}
