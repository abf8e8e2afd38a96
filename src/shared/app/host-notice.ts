/** A notice from the host to the user; only Electron has any. */
export type HostNotice =
  /** A new version has been downloaded. The user can start it now; otherwise it is installed when Parley quits. */
  | { kind: 'update-ready'; version: string }
  /** The system's key store currently cannot decrypt what it encrypted. */
  | { kind: 'keys-locked' }
  /** Chromium runs without its sandbox because this system does not allow it. */
  | { kind: 'unsandboxed' }
  /** Another program has the keys of the quick window. */
  | { kind: 'quick-keys-taken'; keys: string }
