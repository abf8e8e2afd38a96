import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { preciseNow } from '../../e2e/fake-provider/fake-request.ts'
import { inMs, median } from '../../e2e/helpers/figures.ts'
import { startHost } from '../../e2e/helpers/processes/host.ts'
import { type Figure, ratioFigure, type Row } from '../figure.ts'
import { processCpuMs } from '../process-cpu.ts'
import type { BenchStage } from '../stage.ts'
import { saveProvider } from './cold-start.ts'

const rounds = 15
const bareServer =
  "const s=require('node:http').createServer().listen(0,'127.0.0.1',()=>console.log(s.address().port))"
const yardstick = 'a bare Node server'

/** Wall-clock and CPU time from the start until the address is printed. */
interface Start {
  wallMs: number
  cpuMs: number
}

/** The web host until it prints its address, beside a bare server in Node. Neither is ever the first of its kind. */
export const hostStart: Row<BenchStage> = {
  name: 'host-start',
  async measure({ fake }): Promise<Figure[]> {
    const userData = mkdtempSync(join(tmpdir(), 'parley-bench-host-'))
    try {
      await saveProvider(userData, fake.baseUrl)
      await startApp(userData)
      await startBare()
      const app: Start[] = []
      const bare: Start[] = []
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await startBare())
        app.push(await startApp(userData))
      }
      const beside = (what: string, value: (starts: readonly Start[]) => number) =>
        ratioFigure(what, value(app), { value: value(bare), name: yardstick }, null, inMs)
      return [
        beside(`start of the web host to its address, median of ${rounds}`, (starts) =>
          median(starts.map(({ wallMs }) => wallMs)),
        ),
        // The mean, because the system counts processor time in hundredths of a second.
        beside('CPU of that, mean', (starts) => starts.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / rounds),
      ]
    } finally {
      rmSync(userData, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

async function startApp(userData: string): Promise<Start> {
  const startedMs = preciseNow()
  const host = await startHost({ userData })
  const start = { wallMs: preciseNow() - startedMs, cpuMs: processCpuMs(host.pid) }
  await host.stop()
  return start
}

async function startBare(): Promise<Start> {
  const startedMs = preciseNow()
  const child: ChildProcess = spawn(process.execPath, ['-e', bareServer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  const start = { wallMs: preciseNow() - startedMs, cpuMs: processCpuMs(child.pid ?? 0) }
  child.kill()
  await exited
  return start
}
