import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { isAlive } from './run-fake.ts'

/** Waits until a command has written its process id to a file, as a complete line. */
export async function readPid(file: string): Promise<number> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.endsWith('\n')) return Number(text)
    await pause(5)
  }
}

/** Waits until a process that is not a child of this one is gone. */
export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(5)
}
