import { type ChildProcess, spawn } from 'node:child_process'

import { RawConversation } from './raw-conversation'

export interface RawClientOptions {
  /** The path of the built server. */
  program: string
  args?: readonly string[]
  /** Added to this process's own environment. */
  environment?: NodeJS.ProcessEnv
  /** A module that is loaded in the server's process first. */
  preload?: string
}

/** The server as a separate process, and a conversation with it. */
export class RawClient extends RawConversation {
  readonly child: ChildProcess
  stderr = ''
  /** The exit code or the signal, once all output has arrived. */
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

  /** Kills the server, if it is still running. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }
}
