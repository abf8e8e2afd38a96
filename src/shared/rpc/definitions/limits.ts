/** Sizes and times that both sides of the wire agree on. */
export const wireLimits = {
  /** Largest user message, in UTF-8 bytes. */
  messageBytes: 1_000_000,
  /** Largest frame a client may send, in UTF-8 bytes of its JSON. */
  frameBytes: 32 * 1024 * 1024,
  /** Most values in a client's frame: numbers, strings, arrays and objects, including nested ones. */
  frameValues: 2_000_000,
  /** Simultaneous connections to the web host; each may hold a frame in memory. */
  connections: 100,
  /** Simultaneous calls and streams of one connection. */
  openAtOnce: 1_000,
  /** Minimum interval between batches of deltas in one stream. */
  batchIntervalMs: 16,
  /** Unacknowledged events that a stream may have in flight. */
  windowEvents: 512,
  /** Most recent events of a run, kept for replay. */
  replayEvents: 500,
  /** The time that a finished run's events are kept for watchers that resume it. */
  finishedRunMs: 180_000,
  /** Messages in the page of a session-sync. */
  syncPageMessages: 50,
  /** Most messages in one `sessions.import`. */
  importedMessages: 100_000,
  /** Base64 characters in one piece of a file. */
  pieceChars: 1024 * 1024,
  /** Largest form values, in UTF-8 bytes of their JSON. */
  formBytes: 64 * 1024,
  /** Largest attachment. */
  attachmentBytes: 25 * 1024 * 1024,
  /** Most attachments of one message. */
  attachments: 20,
  /** Most lines in the outline of a chat. */
  outlineEntries: 20_000,
  /** Most sent texts offered for reuse. */
  sentTexts: 200,
  /** Most queued messages of one session. */
  queuedMessages: 50,
} as const
