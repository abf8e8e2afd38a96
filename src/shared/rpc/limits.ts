/** The sizes and times that both sides of the wire agree on. */
export const wireLimits = {
  /** Largest user message, in UTF-8 bytes. */
  messageBytes: 1_000_000,
  /** Largest frame a client may send, in UTF-8 bytes of its JSON. */
  frameBytes: 32 * 1024 * 1024,
  /** Most values in a frame of a client: numbers, texts, lists and so on, each within another one too. */
  frameValues: 2_000_000,
  /** Connections to the web host at a time: each may hold a frame in memory. */
  connections: 100,
  /** Calls and streams that one connection may have open at a time. */
  openAtOnce: 1_000,
  /** Deltas of one stream are sent at most this often. */
  batchIntervalMs: 16,
  /** Events a stream may have under way before the client acknowledged them. */
  windowEvents: 512,
  /** Newest events of a run that are kept for replay. */
  replayEvents: 500,
  /** How long a finished run's events are kept for a watcher that resumes that run. */
  finishedRunMs: 180_000,
  /** Messages in the page that a session-sync carries. */
  syncPageMessages: 50,
  /** Messages that one `sessions.import` may bring. */
  importedMessages: 100_000,
  /** Base64 characters of one piece of a file. */
  pieceChars: 1024 * 1024,
  /** Largest values of a form, in UTF-8 bytes of their JSON. */
  formBytes: 64 * 1024,
  /** Largest file that goes with a message. */
  attachmentBytes: 25 * 1024 * 1024,
  /** Files of one message. */
  attachments: 20,
  /** Lines of the outline of a chat. */
  outlineEntries: 20_000,
  /** Texts that were sent, to be sent again. */
  sentTexts: 200,
  /** Messages that may wait in one session. */
  queuedMessages: 50,
} as const
