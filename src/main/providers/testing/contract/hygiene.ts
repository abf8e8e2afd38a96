import { getEventListeners } from 'node:events'
import { Socket } from 'node:net'

import { describe, expect, it, vi } from 'vitest'

import { unattendedContext } from '../../../run-source/run-source'
import { request, startProbe } from '../run-probe'
import { setUpBench } from './bench'
import type { ContractSubject } from './subject'

/** Nothing may be left behind. The bench itself checks for rejections, sockets and console output. */
export function describeHygiene(subject: ContractSubject): void {
  describe('hygiene', () => {
    const bench = setUpBench(subject)

    it('adds no listeners to a signal that outlives its runs', async () => {
      const { signal } = new AbortController()
      for (let count = 0; count < 12; count++) {
        const events = bench.provider.run(request(subject.models.text), unattendedContext(signal))
        let last = ''
        for await (const event of events) last = event.type
        expect(last).toBe('finish')
      }
      expect(getEventListeners(signal, 'abort')).toEqual([])
    })

    it('contacts only the configured host', async () => {
      const connecting = vi.spyOn(Socket.prototype, 'connect')
      const fetching = vi.spyOn(globalThis, 'fetch')
      await startProbe(bench.provider, request(subject.models.reasoning)).ended
      await bench.provider.listModels(new AbortController().signal)
      expect(fetching).not.toHaveBeenCalled()
      const targets = connecting.mock.calls.map((call) => JSON.stringify(call))
      expect(targets.length > 0).toBe(subject.type === 'remote')
      for (const target of targets) {
        expect(target).toContain('127.0.0.1')
        expect(target).toContain(String(bench.fake.port))
      }
    })
  })
}
