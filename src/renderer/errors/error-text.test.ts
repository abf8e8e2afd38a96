import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { errorCodes, type ErrorData } from '../../shared/errors'
import { speak } from '../language/t'
import { windowError } from './error-data'
import { errorLine, errorText, isMendedByRestart, worthRetrying } from './error-text'
import { retrySentence } from './provider-sentences'

function degraded(refusal: string, cause: ErrorData): ErrorData {
  return { code: 'DEGRADED', message: `${refusal}: ${cause.message}`, data: { cause } }
}

function unreachable(data: Record<string, unknown>): string {
  const named = { providerName: 'Example', ...data }
  return errorText({ code: 'PROVIDER_UNREACHABLE', message: '', data: named }).rest
}

test('a refusal for want of a broken part says the first error, and offers nothing that cannot work', () => {
  const shut = degraded('No new answer can begin', { code: 'INTERNAL', message: 'Error: it broke' })
  expect(errorText(shut)).toEqual({
    what: 'No new answer can begin.',
    rest: 'Your text is kept. The first error was: Error: it broke',
  })
  expect(isMendedByRestart(shut)).toBe(true)
  expect(worthRetrying.has(shut.code)).toBe(false)
})

test('a full disk is said in the words of the store, and no restart is offered for it', () => {
  const full = degraded('Parley cannot do this now', {
    code: 'STORE_FULL',
    message: 'The disk is full. Free some space, then try again.',
  })
  expect(errorText(full)).toEqual({
    what: 'Parley cannot do this now.',
    rest: 'The disk is full. Free some space, then try again.',
  })
  expect(isMendedByRestart(full)).toBe(false)
})

test('an error that was stored with an answer, without its cause, is said as it is', () => {
  const stored: ErrorData = { code: 'DEGRADED', message: 'It broke. Long ago.' }
  expect(errorText(stored)).toEqual({ what: 'It broke.', rest: 'Long ago.' })
  expect(isMendedByRestart(stored)).toBe(false)
})

describe('in German', () => {
  beforeAll(() => speak('de'))
  afterAll(() => speak('en'))

  test('an error of a provider names it, its status and its own words, and nothing of it is English', () => {
    const refused = {
      code: 'PROVIDER_BAD_REQUEST' as const,
      message: 'Example did not accept the request (400). It said: no such model',
      data: { providerName: 'Example', address: 'api.example:443', status: 400, said: 'no such model' },
    }
    expect(errorText(refused)).toEqual({
      what: 'Example hat die Anfrage abgelehnt (400).',
      rest: 'Die Antwort lautet: no such model',
    })
  })

  test('what to do about a server that is not there depends on whose it is', () => {
    expect(unreachable({ address: '127.0.0.1:80' })).toContain('ob Example läuft')
    expect(unreachable({ address: 'api.example.com:443' })).toContain('ob dieser Computer online ist')
    expect(unreachable({ timeoutMs: 6_000 })).toMatch(/^Versuche es erneut/)
  })

  test('no code is without a sentence, and what only main has said can still be read', () => {
    const message = 'A lone detail.'
    const silent = errorCodes.filter((code) => !errorLine({ code, message }).includes(message))
    const said = errorCodes.map((code) => errorLine({ code, message }))
    expect(silent).toEqual([
      'RUN_ACTIVE',
      'NO_PREVIOUS_MESSAGE',
      'NOTHING_TO_UNDO',
      'TIMEOUT',
      'STORE_FULL',
      'DATA_FOLDER_IN_USE',
    ])
    expect(said.filter((line) => line.startsWith(message))).toEqual([])
  })

  test('words of the provider are shown as they are, also where they look like a text of the catalogue', () => {
    const said = '{{provider}} $t(errors.timeout.any)'
    const data = { providerName: 'Example', status: 503, said }
    expect(errorLine({ code: 'PROVIDER_OVERLOADED', message: '', data })).toContain(said)
  })

  test('why a file was not taken in, and that there is nothing to export, is said without a word of English', () => {
    const importReasons = [{ code: 'fileEmpty' }, { code: 'whatIsRead' }]
    expect(errorText({ code: 'INVALID_INPUT', message: 'This file.', data: { importReasons } })).toEqual({
      what: 'Diese Datei enthält keine Chats.',
      rest: expect.stringMatching(/^Parley importiert/),
    })
    expect(errorLine({ code: 'NOT_FOUND', message: 'None.', data: { reason: 'no-chats' } })).toBe(
      'Es gibt noch keine Chats zum Exportieren.',
    )
    const strange = { importReasons: [{ code: 'toString' }] }
    expect(errorLine({ code: 'INVALID_INPUT', message: 'As said.', data: strange })).toContain('As said.')
  })

  test('an error of the window itself is in its language already', () => {
    expect(errorLine(windowError('RUN_ACTIVE', 'Dieser Bereich antwortet noch.'))).toBe(
      'Dieser Bereich antwortet noch.',
    )
  })

  test('a part that is broken says why it is, and a full disk what to do', () => {
    const shut = degraded('No new answer can begin', { code: 'INTERNAL', message: 'Error: it broke' })
    expect(errorText(shut).rest).toContain('Error: it broke')
    const full = degraded('Parley cannot do this now', {
      code: 'STORE_FULL',
      message: 'The disk is full.',
      data: { reason: 'full' },
    })
    expect(errorText(full)).toEqual({
      what: 'Parley kann das gerade nicht tun.',
      rest: expect.stringMatching(/^Das Laufwerk ist voll/),
    })
  })

  test('a retry says why, and one without its cause what main said', () => {
    const notice = { code: 'RETRY', message: 'Example has trouble on its side (503).', retryAt: 1 }
    const data = { providerName: 'Example', status: 503 }
    expect(retrySentence({ ...notice, cause: { code: 'PROVIDER_OVERLOADED', data } })).toBe(
      'Example hat gerade Probleme (503).',
    )
    expect(retrySentence(notice)).toBe(notice.message)
  })
})
