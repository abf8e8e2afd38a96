/** A test or spec that cannot run everywhere. */
interface NotRun {
  /** Its file in `e2e/specs`. */
  file: string
  /** Absent if all tests of the file are meant. */
  test?: string
  reason: string
}

const twoWindows = 'it needs two windows, and the fixture for Electron opens one at a time'
const systemDialog = 'Electron asks in a system dialog, which tests cannot control'
const killsHost = 'it kills the web host’s process'
const restarts = 'after a restart, Electron is a new process, which Playwright does not control'

/** What cannot run in Electron, and why. */
export const notInElectron: readonly NotRun[] = [
  {
    file: 'agents-approvals.spec.ts',
    test: 'removes a request from one window once it is answered in the other',
    reason: twoWindows,
  },
  { file: 'agents-choosing.spec.ts', reason: systemDialog },
  { file: 'agents-restart.spec.ts', reason: killsHost },
  {
    file: 'compare.spec.ts',
    test: 'a reload asks for confirmation only while panes are answering',
    reason: systemDialog,
  },
  { file: 'confirmations.spec.ts', reason: systemDialog },
  {
    file: 'deep-links.spec.ts',
    reason: 'the system passes addresses to Electron; the web host takes arguments',
  },
  {
    file: 'degraded.spec.ts',
    test: 'with the run manager shut, requests are refused within 50 ms, a message is kept, old chats stay readable, and a restart fixes it',
    reason: restarts,
  },
  {
    file: 'degraded.spec.ts',
    test: 'an app that is restarted asks while panes are answering, and keeps partial answers and unsent edits',
    reason: restarts,
  },
  { file: 'health.spec.ts', test: 'a closed window does not degrade the app', reason: twoWindows },
  {
    file: 'language.spec.ts',
    test: 'starts in the language of the browser, until another is chosen',
    reason: 'a browser context has its own language, an Electron window uses the system’s',
  },
  {
    file: 'notifications.spec.ts',
    test: 'only one of two windows notifies, and neither while the other shows the chat',
    reason: twoWindows,
  },
  {
    file: 'organise.spec.ts',
    test: 'what one window archives, deletes or erases disappears from the other, and can be restored',
    reason: twoWindows,
  },
  { file: 'planted-key.spec.ts', reason: 'it reads the web host’s WebSocket traffic' },
  { file: 'restart.spec.ts', reason: killsHost },
  { file: 'security.spec.ts', reason: 'there is no HTTP in Electron' },
  {
    file: 'votes.spec.ts',
    test: 'the ranking says who leads, what would settle it, and changes with a vote in another window',
    reason: twoWindows,
  },
  {
    file: 'window.spec.ts',
    test: 'two windows on one chat show the same, and either can stop it',
    reason: twoWindows,
  },
  {
    file: 'window.spec.ts',
    test: 'resumes after the wire is cut in mid-stream, and loses nothing',
    reason: 'Electron’s wire is a port, which is passed to the page once per load',
  },
  {
    file: 'shortcuts.spec.ts',
    test: 'keys that the user changes apply in every window, are shown everywhere and can be reset, a chat opens in a window of its own, and a quick window asks about the clipboard',
    reason: twoWindows,
  },
]

const agentSpecs: readonly NotRun[] = [
  'agents.spec.ts',
  'agents-approvals.spec.ts',
  'agents-by-lines.spec.ts',
  'agents-choosing.spec.ts',
  'agents-panes.spec.ts',
  'agents-restart.spec.ts',
].map((file) => ({ file, reason: 'it looks for agents’ processes in /proc, which only Linux has' }))

/**
 * The listed tests that are missing from `collected` (all tests of some files in `e2e/specs`) because they
 * were renamed or removed.
 */
export function listedWithoutTest(
  collected: readonly { file: string; title: string }[],
  listed: readonly NotRun[] = [...notInElectron, ...agentSpecs],
): string[] {
  const files = new Set(collected.map(({ file }) => file))
  return listed.flatMap(({ file, test }) => {
    const isThere = collected.some((each) => each.file === file && each.title === test)
    return test === undefined || !files.has(file) || isThere ? [] : `${file} › ${test}`
  })
}

/** The files that are listed, with all or some of their tests. */
export function listedFiles(): string[] {
  return [...new Set([...notInElectron, ...agentSpecs].map(({ file }) => file))]
}

/** Whether the arguments of a Playwright run select only files, so that it has all tests of each file. */
export function choosesWholeFiles(args: readonly string[]): boolean {
  return !args.some((arg) =>
    /^(-gv?|--grep(-invert)?|--last-failed|--only-changed|--test-list(-invert)?)(=|$)|^-gv?.|:\d+$/.test(arg),
  )
}

/** Why a test cannot run on this host and system; null if it can. */
export function whyNotHere(
  { file, title }: { file: string; title: string },
  { hostKind, platform }: { hostKind: 'web' | 'electron'; platform: NodeJS.Platform },
): string | null {
  const listed = [
    ...(hostKind === 'electron' ? notInElectron : []),
    ...(platform === 'linux' ? [] : agentSpecs),
  ]
  return listed.find((entry) => entry.file === file && (entry.test ?? title) === title)?.reason ?? null
}
