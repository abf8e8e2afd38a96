/** What the host of the app has to say to the user; only Electron has anything to say. */
export type HostNotice =
  /** A new version is on this machine. The user may start it now; otherwise it is installed when Parley quits. */
  | { kind: 'update-ready'; version: string }
  /** The system's key store does not open now what it has sealed. */
  | { kind: 'keys-locked' }
  /** Chromium runs without its sandbox, because this system does not allow it. */
  | { kind: 'unsandboxed' }
