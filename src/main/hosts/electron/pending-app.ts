import type { Dispose } from '../../base/dispose'
import { createPortTransport, type MainPort } from '../../rpc/transport/port-transport'
import type { HostedApp } from './electron-host-options'

/** The app, and until it is built, the calls that wait for it. */
export class PendingApp {
  readonly #settled = Promise.withResolvers<HostedApp | null>()
  readonly #waiting: ((app: HostedApp) => void)[] = []
  #app: HostedApp | null = null

  /** Null until it is built. */
  get app(): HostedApp | null {
    return this.#app
  }

  /** Resolves when it is built; with null when it will not be. */
  get settled(): Promise<HostedApp | null> {
    return this.#settled.promise
  }

  /** Makes the calls that waited, in order. */
  provide(app: HostedApp): void {
    this.#app = app
    for (const call of this.#waiting.splice(0)) call(app)
  }

  /** There will be no app, unless it was provided. */
  settle(): void {
    this.#settled.resolve(this.#app)
  }

  /** Calls `call` now, or when the app is built. */
  tell(call: (app: HostedApp) => void): void {
    if (this.#app === null) this.#waiting.push(call)
    else call(this.#app)
  }

  reportProblem(source: string, error: unknown): void {
    this.tell((app) => app.reportProblem(source, error))
  }

  /** Connects a page's port; one that connects before the app is built waits for it. */
  connect(port: MainPort): Dispose {
    let disconnect: Dispose = () => port.close()
    let isGone = false
    this.tell((app) => {
      if (isGone) return
      const transport = createPortTransport(port)
      app.connect(transport)
      disconnect = () => transport.close()
    })
    return () => {
      isGone = true
      disconnect()
    }
  }
}
