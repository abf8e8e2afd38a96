/** What the host of the app has to say to the user; only Electron has anything to say. */
export type HostNotice =
  /** A new version is on this machine. The user may start it now; otherwise it is installed when Parley quits. */
  | { kind: 'update-ready'; version: string }
  /** Keys were sealed by the system's key store, which does not open them now. */
  | { kind: 'keys-locked' }
  /** Chromium runs without its sandbox, because this system does not allow it. */
  | { kind: 'unsandboxed' }
