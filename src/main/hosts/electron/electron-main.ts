import { app, dialog } from 'electron'

// Nothing else: what this file imports is loaded outside its `try`.
import { takeStartReport } from './start-report'

const report = takeStartReport(process.env)
ignoreOutputErrors()

declare global {
  /** The start-up that precedes Electron's `ready`; the build adds an `await` of it to the end of the module. */
  var parleyMain: Promise<void> | undefined
}

globalThis.parleyMain = start()

async function start(): Promise<void> {
  // The folder of the built main module, which the modules below are not in.
  const mainFolder = import.meta.dirname
  try {
    const { findCommand, runCommand } = await import('./app-command')
    const command = findCommand(process.argv)
    if (command !== null) return await runCommand(command, { app, mainFolder })
    const { runInElectron } = await import('./run-in-electron')
    runInElectron(report, mainFolder)
  } catch (error) {
    // Without this, Electron would show its own message and keep running without a window.
    const text = String(error)
    report('failed', text)
    process.stderr.write(`${text}\n`)
    void app.whenReady().finally(() => {
      try {
        dialog.showErrorBox('Parley could not start', text)
      } finally {
        app.exit(1)
      }
    })
  }
}

/** The app continues without a reader of its output, such as a terminal that was closed. */
function ignoreOutputErrors(): void {
  for (const name of ['stdout', 'stderr'] as const) {
    try {
      process[name].on('error', () => {})
    } catch {
      // Node cannot open it at all.
    }
  }
}
