import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import { type AgentBench, givenKey, ownKeys } from './bench'
import type { RouteSubject } from './subject'

const keyNames = Object.keys(ownKeys)
const isText = ({ type }: { type: string }) => type === 'text-delta'

/** Tests the start of an agent, and that it leaves nothing behind, which the bench itself checks after every test. */
export function describeHygiene(subject: RouteSubject, bench: AgentBench): void {
  if (subject.isGivenFiles) describeFiles(bench)
  if (!subject.provesRoute) return
  describe('hygiene', () => {
    it("gives none of Parley's keys to an agent or its processes", async () => {
      const turn = await bench.play('run env | grep -c parleys-own || true')
      expect(bench.starts()).toHaveLength(1)
      for (const { environment } of bench.starts()) {
        expect(keyNames.filter((name) => name in environment)).toEqual([])
        expect(JSON.stringify(environment)).not.toContain('parleys-own')
      }
      expect(turn.story.join('\n')).toMatch(/^call-1 ends with "0(\\n)?"$/m)
    })

    it("gives it the user's key, the marks and the folder", async () => {
      await bench.play('say Hello.', { agent: { environment: { OPENAI_API_KEY: givenKey, OWN: 'yes' } } })
      const [start] = bench.starts()
      expect(start?.environment).toMatchObject({
        OPENAI_API_KEY: givenKey,
        OWN: 'yes',
        PARLEY_RUN_ID: expect.stringMatching(/^run-/) as string,
        PARLEY_AGENT_MARK: expect.stringMatching(/./) as string,
      })
      expect(start?.cwd).toBe(realpathSync(bench.workspace))
    })

    it('gives it a separate standard input', async () => {
      const turn = bench.start('read a.txt ;; hang')
      await turn.waitFor(({ type }) => type === 'kept')
      const inputs = bench.starts().map(({ pid }) => readlinkSync(`/proc/${pid}/fd/0`))
      expect(inputs).toEqual([expect.stringMatching(/^(pipe|socket):/)])
      expect(inputs).not.toContain(readlinkSync('/proc/self/fd/0'))
    })

    it('leaves nothing open', async () => {
      await bench.play('say Hello.')
      await bench.endWaiting()
      const before = await settledOpenFiles()
      await bench.play('run echo one')
      const stopped = bench.start('hang')
      await stopped.waitFor(({ type }) => type === 'kept')
      stopped.stop()
      await stopped.closed
      await bench.play('exit 3')
      await bench.endWaiting()
      // A pipe is closed a moment after its process has ended.
      await expect.poll(openFiles).toBe(before)
      expect(getEventListeners(stopped.signal, 'abort')).toEqual([])
    })

    it('runs two agents at once: ending one does not affect the other', async () => {
      const stopped = bench.start('say Begun. ;; read a.txt ;; hang', { sessionId: 'one' })
      const other = bench.start('say Begun. ;; read a.txt ;; wait 400 ms ;; say Still here.', {
        sessionId: 'other',
      })
      await Promise.all([stopped.waitFor(isText), other.waitFor(isText)])
      stopped.stop()
      await stopped.closed
      expect(await other.ended).toBeNull()
      await other.closed
      expect(other.text).toContain('Still here.')
      expect(stopped.resumeId).not.toBe(other.resumeId)
    })
  })
}

function describeFiles(bench: AgentBench): void {
  it('removes the files of a stopped turn and of a failed one', async () => {
    const request = {
      systemText: 'Be brief.',
      images: [{ kind: 'image' as const, mediaType: 'image/png', bytes: new Uint8Array([1, 2]) }],
    }
    await bench.play('exit 3', { request })
    const turn = bench.start('hang', { request })
    await turn.waitFor(({ type }) => type === 'kept')
    expect(bench.filesGiven()).not.toEqual([])
    turn.stop()
    await turn.closed
    expect(bench.filesGiven()).toEqual([])
  })
}

function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

/** Like `openFiles`, once no file is still being closed. */
async function settledOpenFiles(): Promise<number> {
  let count = openFiles()
  for (let turns = 0; turns < 50; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (openFiles() === count) continue
    count = openFiles()
    turns = 0
  }
  return count
}
