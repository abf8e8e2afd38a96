import type { DeepLink } from '../../../../shared/app/deep-link'
import type { WindowCommand } from '../../../../shared/rpc/window-events'
import { defaultSettings } from '../../../../shared/app/default-settings'
import type { AppSettings } from '../../../../shared/app/schema'
import { Emitter } from '../../../base/emitter'
import type { WindowProblem } from '../../../health/window-problem'
import type { HostedApp } from '../electron-host-options'
import type { Transport } from '../../../rpc/transport/transport'

/** A fake app for host tests: it records its host's calls and is as busy as the test says. */
export class FakeHostedApp implements HostedApp {
  readonly commands: WindowCommand[] = []
  readonly links: DeepLink[] = []
  #settings: AppSettings = defaultSettings
  readonly problems: (WindowProblem | null)[] = []
  readonly fatals: string[] = []
  readonly warnings: string[] = []
  readonly saved = Promise.withResolvers<void>()
  paneRuns = 0
  closes = 0
  disconnected = 0
  readonly #changed = new Emitter<void>()
  readonly #settingsChanged = new Emitter<void>()
  #activity = { windows: 0, runs: 0, hadWindow: false }

  setActivity(windows: number, runs: number): void {
    this.#activity = { windows, runs, hadWindow: this.#activity.hadWindow || windows > 0 }
    this.#changed.fire()
  }

  activity() {
    return this.#activity
  }

  onActivity(listener: () => void) {
    return this.#changed.on(listener)
  }

  paneRunCount(): number {
    return this.paneRuns
  }

  openDeepLink(link: DeepLink): void {
    this.links.push(link)
  }

  settings(): AppSettings {
    return this.#settings
  }

  /** The user changes a setting. */
  change(settings: Partial<AppSettings>): void {
    this.#settings = { ...this.#settings, ...settings }
    this.#settingsChanged.fire()
  }

  onSettings(listener: () => void) {
    return this.#settingsChanged.on(listener)
  }

  sendCommand(command: WindowCommand): void {
    this.commands.push(command)
  }

  connect(transport: Transport): void {
    // Like the real app: this starts the port.
    transport.onFrame(() => {})
    transport.onClosed(() => {
      this.disconnected += 1
    })
  }

  reportFatal(source: string, error: unknown): void {
    this.fatals.push(`${source}: ${String(error)}`)
  }

  reportProblem(source: string, error: unknown): void {
    this.warnings.push(`${source}: ${String(error)}`)
  }

  reportWindowProblem(problem: WindowProblem | null): void {
    this.problems.push(problem)
  }

  close(): Promise<void> {
    this.closes += 1
    return this.saved.promise
  }
}
