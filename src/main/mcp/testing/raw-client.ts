import { type ChildProcess, spawn } from 'node:child_process'

import { RawConversation } from './raw-conversation'

export interface RawClientOptions {
  /** The built server. */
  program: string
  args?: readonly string[]
  /** Laid over this process's own. */
  environment?: NodeJS.ProcessEnv
  /** Runs in the server's process before anything else. */
  preload?: string
}

/** The server as a process of its own, and the conversation with it. */
export class RawClient extends RawConversation {
  readonly child: ChildProcess
  stderr = ''
  /** The exit code, or the signal, once all output has come. */
  readonly exited: Promise<number | string>

  constructor(options: RawClientOptions) {
    const preload =
      options.preload === undefined ? [] : ['--import', `data:text/javascript,${options.preload}`]
    const child = spawn(process.execPath, [...preload, options.program, ...(options.args ?? [])], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, PARLEY_LOCAL_SERVERS: '[]', ...options.environment },
    })
    super(child.stdin, child.stdout)
    this.child = child
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.exited = new Promise((resolve) => {
      child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
    })
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** By force; what is gone already is gone. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }
}
