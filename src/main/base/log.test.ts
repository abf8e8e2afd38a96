import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openLog } from './log'
import { createManualClock } from './testing/manual-clock'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-log-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function lines(name = 'parley.log'): unknown[] {
  return readFileSync(join(folder, 'logs', name), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

describe('openLog', () => {
  it('writes one JSON object per line, with the fields of child loggers, from its level up', () => {
    const log = openLog(folder, { level: 'info', clock: createManualClock(0) })
    log.debug('not this')
    log.child({ area: 'rpc' }).child({ call: 7 }).warn('slow', { durationMs: 41 })
    log.close()
    expect(lines()).toEqual([
      {
        at: '1970-01-01T00:00:00.000Z',
        level: 'warn',
        message: 'slow',
        area: 'rpc',
        call: 7,
        durationMs: 41,
      },
    ])
  })

  it('never writes a secret, wherever it occurs', () => {
    const log = openLog(folder)
    log.error('asked with Bearer abcdefgh1234', {
      error: new Error('401 for sk-abcdefgh1234'),
      request: { headers: { authorization: 'hush' }, url: 'http://h/?key=hush' },
    })
    log.close()
    const text = readFileSync(join(folder, 'logs', 'parley.log'), 'utf8')
    expect(text).not.toMatch(/abcdefgh1234|hush/)
    expect(text).toContain('401 for [redacted]')
  })

  it('keeps one old file when the log exceeds its maximum size', () => {
    const log = openLog(folder, { maxBytes: 400 })
    for (let index = 0; index < 20; index += 1) log.info(`line ${index}`)
    log.close()
    const kept = [...lines('parley.old.log'), ...lines()] as { message: string }[]
    expect(kept.at(-1)?.message).toBe('line 19')
    expect(statSync(join(folder, 'logs', 'parley.log')).size).toBeLessThanOrEqual(400)
    expect(statSync(join(folder, 'logs', 'parley.old.log')).size).toBeLessThanOrEqual(400)
  })

  it('does not throw when it cannot write, and later logs how many lines were lost', () => {
    writeFileSync(join(folder, 'logs'), 'in the way')
    const log = openLog(folder)
    log.info('lost one')
    log.info('lost two')
    rmSync(join(folder, 'logs'))
    log.info('kept')
    log.close()
    expect(lines()).toMatchObject([{ message: 'kept', lostLines: 2 }])
  })
})
