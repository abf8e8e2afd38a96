/** A message from the host to the user; only Electron has any. */
export type HostNotice = ShownNotice | QuickKeysProblem

/** A notice that is shown until it is dismissed. */
export type ShownNotice =
  /** A new version has been downloaded. The user can start it now; otherwise it is installed when Parley quits. */
  | { kind: 'update-ready'; version: string }
  /** The system's key store currently cannot decrypt what it encrypted. */
  | { kind: 'keys-locked' }
  /** Chromium runs without its sandbox because this system does not allow it. */
  | { kind: 'unsandboxed' }
  /** The keys of the quick window could not be registered. */
  | { kind: 'quick-keys-taken'; keys: string }

/**
 * Why the keys of the quick window may not work, for Settings. `unconfirmed`: the desktop decides, does not report its
 * decision, and the keys have not been pressed yet.
 */
export interface QuickKeysProblem {
  kind: 'quick-keys'
  keys: string
  problem: 'taken' | 'unconfirmed'
}
