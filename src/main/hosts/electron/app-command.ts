import { claimStandardOutput, openStandardInput } from '../standard-streams'

/** A program that the packaged app can be instead of showing windows. */
interface AppCommand {
  name: 'mcp' | 'eval'
  /** Its own arguments. */
  args: string[]
}

/**
 * Finds `--mcp` or `--eval` on Electron's command line, where the AppImage puts `--no-sandbox` first. What follows, with
 * or without `--` in between, belongs to the command: Electron refuses to start with an option after an argument that
 * looks like an address, such as `ollama/qwen:8b`, unless `--` comes first.
 */
export function findCommand(argv: readonly string[]): AppCommand | null {
  const end = argv.indexOf('--')
  const at = argv.findIndex(
    (arg, index) => (arg === '--mcp' || arg === '--eval') && (end === -1 || index < end),
  )
  if (at === -1) return null
  const args = argv.slice(at + 1)
  return { name: argv[at] === '--mcp' ? 'mcp' : 'eval', args: args[0] === '--' ? args.slice(1) : args }
}

/**
 * Serves a command until it ends the process. While the main module awaits it, Electron does not become ready: it opens
 * no display and no window, shows no icon in the Dock, and leaves signals to Node.
 */
export async function runCommand(
  { name, args }: AppCommand,
  { app, mainFolder }: { app: { setActivationPolicy?: (policy: 'prohibited') => void }; mainFolder: string },
): Promise<never> {
  // Only on macOS.
  app.setActivationPolicy?.('prohibited')
  // Electron would start the app if nothing else kept its event loop alive.
  setInterval(() => {}, 60_000)
  if (name === 'mcp') {
    const output = claimStandardOutput()
    const { runMcpHost } = await import('../mcp/mcp-host')
    await runMcpHost(args, { input: openStandardInput(), output, mainFolder })
  } else {
    const { runEvalHost } = await import('../eval/eval-host')
    await runEvalHost(args, mainFolder)
  }
  return new Promise(() => {})
}
