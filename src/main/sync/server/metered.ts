import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Clock } from '../../base/clock'

/** The system must say so in this time; otherwise the connection counts as unmetered. */
const answersWithinMs = 5_000

/** Runs a program of the system and returns what it prints. */
type Run = (program: string, args: readonly string[]) => Promise<string>

const run: Run = async (program, args) => {
  const { stdout } = await promisify(execFile)(program, args, { timeout: answersWithinMs, windowsHide: true })
  return stdout
}

/**
 * True if the system says that its connection to the internet is metered, or believes so. False if it does not know, as
 * macOS, which tells no program.
 *
 * @see NetworkManager’s D-Bus property `Metered` (1: yes, 3: probably yes) and Windows’ `NetworkCostType`
 */
export async function isMetered(
  platform: NodeJS.Platform = process.platform,
  ask: Run = run,
): Promise<boolean> {
  try {
    if (platform === 'linux') return /^u [13]\s*$/.test(await ask('/usr/bin/busctl', networkManager))
    if (platform !== 'win32') return false
    const folder = join(
      process.env['SystemRoot'] ?? String.raw`C:\Windows`,
      'System32',
      'WindowsPowerShell',
      'v1.0',
    )
    return /^(?:Fixed|Variable)\s*$/.test(await ask(join(folder, 'powershell.exe'), networkCost))
  } catch {
    return false
  }
}

/** An answer is good for so long. */
const goodForMs = 60_000
let last: { at: number; answer: Promise<boolean> } | null = null

/** The same as of now, without asking the system each time. */
export function isMeteredNow(clock: Pick<Clock, 'monotonic'>): Promise<boolean> {
  const at = clock.monotonic()
  if (last === null || at > last.at + goodForMs) last = { at, answer: isMetered() }
  return last.answer
}

const networkManager = [
  '--system',
  'get-property',
  'org.freedesktop.NetworkManager',
  '/org/freedesktop/NetworkManager',
  'org.freedesktop.NetworkManager',
  'Metered',
]

const connectivity = 'Windows.Networking.Connectivity.NetworkInformation'
const networkCost = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  `[void][${connectivity},Windows,ContentType=WindowsRuntime]; ` +
    `[${connectivity}]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType`,
]
