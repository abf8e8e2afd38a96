/** One test or spec that cannot run everywhere. */
interface NotRun {
  /** Its file in `e2e/specs`. */
  file: string
  /** Without it, all tests of the file. */
  test?: string
  reason: string
}

const twoWindows = 'it takes two windows at once, and Parley has one in Electron'
const systemDialog = 'Electron asks in a dialog of the system, which no test can press'
const killsHost = 'it kills the process of the web host'
const restarts = 'an Electron that restarts is another process than the one that Playwright drives'

/** What cannot run in Electron, and why. */
export const notInElectron: readonly NotRun[] = [
  {
    file: 'agents-approvals.spec.ts',
    test: 'what is decided in one window is not asked in the other any more',
    reason: twoWindows,
  },
  { file: 'agents-choosing.spec.ts', reason: systemDialog },
  { file: 'agents-restart.spec.ts', reason: killsHost },
  {
    file: 'compare.spec.ts',
    test: 'a reload asks first while panes are answering, and only then',
    reason: systemDialog,
  },
  { file: 'confirmations.spec.ts', reason: systemDialog },
  {
    file: 'deep-links.spec.ts',
    reason: 'the system hands addresses to Electron; the web host takes arguments',
  },
  {
    file: 'degraded.spec.ts',
    test: 'with the run manager shut a message is refused at once and kept, old chats are read, and a restart mends it',
    reason: restarts,
  },
  {
    file: 'degraded.spec.ts',
    test: 'an answer that is being written is saved as far as it is when its app is restarted',
    reason: restarts,
  },
  {
    file: 'degraded.spec.ts',
    test: 'words with which a message is being rewritten survive a restart that another window asked for',
    reason: twoWindows,
  },
  {
    file: 'degraded.spec.ts',
    test: 'what a shut run manager is needed for is refused within 50 ms',
    reason: 'it measures the WebSocket of the web host',
  },
  { file: 'health.spec.ts', test: 'a window that went away leaves the app well', reason: twoWindows },
  {
    file: 'language.spec.ts',
    test: 'Parley speaks it too, until another language is chosen',
    reason: 'a browser context has a language of its own, a window of Electron has that of the system',
  },
  {
    file: 'notifications.spec.ts',
    test: 'of two windows one tells, and none does while the other shows the chat',
    reason: twoWindows,
  },
  {
    file: 'organise.spec.ts',
    test: 'what one window puts aside or deletes is gone from the other, and back with Undo',
    reason: twoWindows,
  },
  {
    file: 'organise.spec.ts',
    test: 'what one window erases is gone from the bin that another one shows',
    reason: twoWindows,
  },
  {
    file: 'organise.spec.ts',
    test: 'a chat that another window deletes says so where it is shown, and is brought back from there',
    reason: twoWindows,
  },
  { file: 'planted-key.spec.ts', reason: 'it reads along on the WebSocket of the web host' },
  { file: 'restart.spec.ts', reason: killsHost },
  { file: 'security.spec.ts', reason: 'there is no HTTP in Electron' },
  {
    file: 'window.spec.ts',
    test: 'two windows on one chat show the same, and either can stop it',
    reason: twoWindows,
  },
  {
    file: 'window.spec.ts',
    test: 'a wire that is cut in mid-stream is taken up again, and nothing is lost',
    reason: 'the wire of Electron is a port, which is handed over once for each load of the page',
  },
]

const agentSpecs: readonly NotRun[] = [
  'agents.spec.ts',
  'agents-approvals.spec.ts',
  'agents-by-lines.spec.ts',
  'agents-choosing.spec.ts',
  'agents-panes.spec.ts',
  'agents-restart.spec.ts',
].map((file) => ({ file, reason: 'it finds the processes of agents in /proc, which only Linux has' }))

/** The listed tests that `collected`, all tests of some files of `e2e/specs`, does not have: renamed, or removed. */
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

/** The files that are listed, with all of their tests or with some. */
export function listedFiles(): string[] {
  return [...new Set([...notInElectron, ...agentSpecs].map(({ file }) => file))]
}

/** Whether the arguments of a run of Playwright choose files alone: then it has all tests of each file. */
export function choosesWholeFiles(args: readonly string[]): boolean {
  return !args.some((arg) =>
    /^(-gv?|--grep(-invert)?|--last-failed|--only-changed|--test-list(-invert)?)(=|$)|^-gv?.|:\d+$/.test(arg),
  )
}

/** Why a test cannot run on this host and system; null when it can. */
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
