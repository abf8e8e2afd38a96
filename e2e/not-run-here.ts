/** A test or spec that cannot run everywhere. */
interface NotRun {
  /** Its file in `e2e/specs`. */
  file: string
  /** Absent if all tests of the file are meant. */
  test?: string
  reason: string
}

/** Tests that cannot run in Electron, with the reason. */
export const notInElectron: readonly NotRun[] = [
  {
    file: 'confirmations.spec.ts',
    reason: 'Electron asks in a system dialog, not on a page that a script in the window could reach',
  },
  {
    file: 'degraded.spec.ts',
    test: 'with the run manager shut, requests are refused within 50 ms, a message is kept, old chats stay readable, and a restart fixes it',
    reason: 'it measures over the web host’s wire, and its window survives the restart',
  },
  {
    file: 'degraded.spec.ts',
    test: 'an app that is restarted asks while panes are answering, and keeps partial answers and unsent edits',
    reason: 'its windows survive the restart, but Electron’s close with main',
  },
  {
    file: 'language.spec.ts',
    test: 'starts in the language of the browser, until another is chosen',
    reason: 'a browser context has its own language, an Electron window uses the system’s',
  },
  { file: 'planted-key.spec.ts', reason: 'it reads the web host’s WebSocket traffic' },
  { file: 'security.spec.ts', reason: 'there is no HTTP in Electron' },
  {
    file: 'shortcuts.spec.ts',
    test: 'a quick window asks about the clipboard, shows its chat in the main window, and closes with Escape',
    reason: 'in Electron, keys that the system passes on open the quick window, and it is hidden, not closed',
  },
  {
    file: 'window.spec.ts',
    test: 'resumes after the wire is cut in mid-stream, and loses nothing',
    reason: 'Electron’s wire is a port, which is passed to the page once per load',
  },
]

const onlyOnLinux: readonly NotRun[] = [
  'agents.spec.ts',
  'agents-approvals.spec.ts',
  'agents-by-lines.spec.ts',
  'agents-contestants.spec.ts',
  'agents-in-sets.spec.ts',
  'agents-panes.spec.ts',
  'agents-restart.spec.ts',
].map((file) => ({ file, reason: 'it looks for agents’ processes in /proc, which only Linux has' }))

const notOnWindows: readonly NotRun[] = ['agents-allowed.spec.ts', 'agents-choosing.spec.ts'].map((file) => ({
  file,
  reason: 'its fake agents are shell scripts',
}))

const all = [...notInElectron, ...onlyOnLinux, ...notOnWindows]

/**
 * The listed tests that are missing from `collected` (all tests of some files in `e2e/specs`) because they
 * were renamed or removed.
 */
export function listedWithoutTest(
  collected: readonly { file: string; title: string }[],
  listed: readonly NotRun[] = all,
): string[] {
  const files = new Set(collected.map(({ file }) => file))
  return listed.flatMap(({ file, test }) => {
    const isThere = collected.some((each) => each.file === file && each.title === test)
    return test === undefined || !files.has(file) || isThere ? [] : `${file} › ${test}`
  })
}

/** The files that are listed, with all or some of their tests. */
export function listedFiles(): string[] {
  return [...new Set(all.map(({ file }) => file))]
}

/** True if the arguments of a Playwright run select only files, so that it has all tests of each file. */
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
    ...(platform === 'linux' ? [] : onlyOnLinux),
    ...(platform === 'win32' ? notOnWindows : []),
  ]
  return listed.find((entry) => entry.file === file && (entry.test ?? title) === title)?.reason ?? null
}
