import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** A process that only reads answers, with the provider's package: the yardstick for what main adds. */
export class BareStream {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: Interface

  constructor(baseUrl: string) {
    this.#child = spawn(process.execPath, [join(import.meta.dirname, 'bare-stream.mjs'), baseUrl], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#child.stdout })
  }

  /** The processor time that one answer of `model` takes, from its request to its end. */
  async cpuMs(model: string): Promise<number> {
    const reply = new Promise<string>((resolve, reject) => {
      this.#lines.once('line', resolve)
      this.#child.once('exit', () => reject(new Error('the bare stream has ended')))
    })
    this.#child.stdin.write(`${model}\n`)
    return (JSON.parse(await reply) as { cpuMs: number }).cpuMs
  }

  close(): void {
    this.#child.kill()
  }
}
