import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ErrorCode, errorCodes, type ErrorData, ParleyError } from '../../shared/errors'
import { failure, failureData } from './failure'
import { serverFailureData } from '../../shared/failures/server-failure'
import { english } from '../../shared/locales/en/index'
import { languages } from '../../shared/locales/language'
import { setLanguage } from '../language/t'
import { errorDataOf, windowError } from './error-data'
import {
  errorLine,
  errorText,
  isFixableInSettings,
  isFixedByRestart,
  retryableErrors,
  retrySentence,
} from './error-text'

function degraded(reason: 'no-answers' | 'not-now', cause: ErrorData): ErrorData {
  return failureData('DEGRADED', reason, { cause })
}

function unreachable(data: Record<string, unknown>): string {
  const named = { providerName: 'Example', address: 'api.example.com:443', ...data }
  return errorText(failureData('PROVIDER_UNREACHABLE', 'nothing-there', named)).fix
}

/** Every reason of every code, with its texts. */
const reasons = errorCodes.flatMap((code) =>
  Object.entries<Record<string, string>>(english.errors[code]).map(
    ([reason, texts]) => [code, reason, texts] as const,
  ),
)

/** A value for every placeholder in the texts. */
function plausibleData(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const names = [
    ...Object.values(texts)
      .join()
      .matchAll(/\{\{(\w+)(, (?:number|currency))?/gu),
  ]
  return {
    ...Object.fromEntries(names.map(([, name = '', isNumber]) => [name, isNumber ? 1_234 : `a ${name}`])),
    status: 503,
    networkCode: 'ECONNRESET',
    timeoutMs: 6_000,
    afterMs: 60_000,
  }
}

describe.each(languages)('every reason in language %s', (language) => {
  beforeAll(() => setLanguage(language))
  afterAll(() => setLanguage('en'))

  test('has a complete text and does not fall back to the message', () => {
    const message = 'The message.'
    const shown = reasons.map(([code, reason, texts]) => {
      const { what, fix } = errorText({ code, message, data: { ...plausibleData(texts), reason } })
      return { reason: `${code} ${reason}`, what, text: `${what} ${fix}` }
    })
    expect(shown.filter(({ what }) => what === '' || what === message)).toEqual([])
    expect(shown.filter(({ text }) => /\{\{|\}\}|NaN|undefined|errors\./u.test(text))).toEqual([])
  })

  test('falls back to the message without a value that its text needs', () => {
    const needy = reasons.filter(([, , texts]) =>
      /\{\{(?!status|networkCode)/u.test(Object.values(texts).join()),
    )
    const shown = needy.map(([code, reason]) => errorLine({ code, message: 'As stored.', data: { reason } }))
    expect(needy.length).toBeGreaterThan(50)
    expect(new Set(shown)).toEqual(new Set(['As stored.']))
  })

  test('says that text is kept only where there is some', () => {
    const error = failureData('PROVIDER_OVERLOADED', 'overloaded', { providerName: 'Example' })
    const cut = failureData('PROVIDER_PROTOCOL', 'unfinished', { providerName: 'Example' })
    expect([errorText(cut, false).fix, errorText(cut).fix === '']).toEqual(['', false])
    expect(errorText(error, false)).toEqual(errorText(error))
  })

  test('formats an array, a status and a duration', () => {
    const pids = failureData('AGENT_FAILED', 'not-ended', { pids: [7, 8] })
    expect(errorText(pids).what).toMatch(/: 7, 8\.$/)
    const key = { providerName: 'Example', status: 401 }
    expect(errorText(failureData('PROVIDER_AUTH', 'key', key)).what).toMatch(/ \(401\)\.$/)
    const unknown = failureData('PROVIDER_AUTH', 'key', { providerName: 'Example' })
    expect(errorText(unknown).what).toMatch(/\w\.$/)
    expect(errorText(failureData('TIMEOUT', 'idle', { afterMs: 1_000 })).what).toMatch(
      / 1 (second|Sekunde)\./,
    )
    expect(errorText(failureData('TIMEOUT', 'wall', { afterMs: 3_600_000 })).what).toMatch(
      / 3[,.]600 (seconds|Sekunden)/,
    )
  })
})

test.each([
  [
    failureData('PROVIDER_OVERLOADED', 'overloaded', { providerName: 'Example', status: 500 }),
    'Example is having problems (500). Try again later.',
  ],
  [
    failureData('PROVIDER_PROTOCOL', 'web-page', { providerName: 'Example' }),
    'Example returned a web page. Check its address in Settings. If it is correct, a proxy, a filter or the sign-in page of the network answered in its place.',
  ],
  [
    failureData('PROVIDER_PROTOCOL', 'unreadable', { providerName: 'Example' }),
    'Example sent data that Parley could not read. The text before it is kept.',
  ],
  [
    failureData('PROVIDER_PROTOCOL', 'unfinished', { providerName: 'Example' }),
    'Example ended the answer before it was complete. The text so far is kept.',
  ],
])(
  'an answer of a provider that fails as in $data.reason says what happened and what to do',
  (error, line) => {
    expect(errorLine(error)).toBe(line)
  },
)

test.each([
  [serverFailureData('call-time', { server: 'notes', timeoutMs: 1_000 }), 'notes did not answer within 1 s.'],
  [serverFailureData('too-large', { megabytes: 16 }), 'The server sent a message of more than 16 MB.'],
  [
    serverFailureData('sign-in-moved', { server: 'notes', target: 'other.example' }),
    'The sign-in to notes was redirected to other.example. Nothing was sent there.',
  ],
])('a server that fails as in $data.reason says what happened', (error, line) => {
  expect(errorLine(error)).toBe(line)
})

test('an error of a server without a value that its text needs shows no placeholder, whatever its reason is', () => {
  const data = serverFailureData('sign-in-address', { server: 'notes', target: '' })
  expect(errorLine(data)).not.toMatch(/[{}]/)
  const odd = { ...data, message: 'As stored.', data: { about: 'server', reason: { toString: null } } }
  expect(errorLine(odd)).toBe('As stored.')
})

describe('an error from elsewhere', () => {
  test.each<[string, ErrorData]>([
    ['has no reason', { code: 'PROVIDER_AUTH', message: 'As stored.', data: { providerName: 'Example' } }],
    ['has no data', { code: 'INTERNAL', message: 'As stored.' }],
    ['has an unknown reason', { code: 'TIMEOUT', message: 'As stored.', data: { reason: 'boredom' } }],
    ['has a reason of another code', { code: 'TIMEOUT', message: 'As stored.', data: { reason: 'key' } }],
    ['names a property', { code: 'INTERNAL', message: 'As stored.', data: { reason: '__proto__' } }],
    ['names a method', { code: 'INTERNAL', message: 'As stored.', data: { reason: 'toString' } }],
    [
      'has a reason that is not a string',
      { code: 'INTERNAL', message: 'As stored.', data: { reason: ['bug'] } },
    ],
    ['has an unknown code', { code: 'NOPE' as ErrorCode, message: 'As stored.', data: { reason: 'bug' } }],
    [
      'has a code that names other texts',
      { code: 'retry' as ErrorCode, message: 'As stored.', data: { reason: 'auth' } },
    ],
    [
      'lacks a parameter',
      { code: 'NOT_FOUND', message: 'As stored.', data: { reason: 'model', modelRef: '' } },
    ],
    [
      'has an object as a parameter',
      { code: 'NOT_FOUND', message: 'As stored.', data: { reason: 'model', modelRef: {} } },
    ],
    [
      'has text instead of a number',
      { code: 'TIMEOUT', message: 'As stored.', data: { reason: 'idle', count: 'no' } },
    ],
  ])('that %s falls back to its message', (_case, error) => {
    expect(errorText(error)).toEqual({ what: 'As stored.', fix: '' })
  })

  test('with a parameter of 1 MB shows only its start', () => {
    const data = { reason: 'model', modelRef: 'm'.repeat(1_000_000), said: 's'.repeat(1_000_000) }
    const line = errorLine({ code: 'NOT_FOUND', message: '', data })
    expect(line).toContain('mmm')
    expect(line.length).toBeLessThan(9_000)
  })

  test('cannot change its own formatting', () => {
    const options = {
      lng: 'de',
      context: 'x',
      keySeparator: '!',
      defaultValue: 'x',
      interpolation: 'x',
      count: 3,
    }
    const { what } = errorText({ code: 'INTERNAL', message: '', data: { ...options, reason: 'bug' } })
    expect(what).toBe('Something went wrong in Parley.')
  })

  test("shows a provider's words verbatim, even if they look like a catalogue text", () => {
    const said = '{{providerName}} $t(errors.retry.auth)'
    const error = failureData('PROVIDER_OVERLOADED', 'overloaded', {
      providerName: 'Example',
      status: 503,
      said,
    })
    expect(errorText(error)).toEqual({
      what: 'Example is having problems (503).',
      fix: `Try again later. Its message: ${said}`,
    })
  })
})

describe('a broken part', () => {
  test('shows its first error and offers a restart but no retry', () => {
    const shut = degraded('no-answers', { code: 'INTERNAL', message: 'Error: it broke' })
    expect(errorText(shut)).toEqual({
      what: 'New answers cannot start.',
      fix: 'Your text is kept. The first error was: Error: it broke',
    })
    expect(isFixedByRestart(shut)).toBe(true)
    expect(retryableErrors.has(shut.code)).toBe(false)
  })

  test('gives advice about a full disk, which a restart does not fix', () => {
    const full = degraded('not-now', failureData('STORE_FULL', 'full'))
    expect(errorText(full)).toEqual({
      what: 'Parley cannot do this right now.',
      fix: 'The disk is full, so nothing more can be saved. Free up some space, then try again.',
    })
    expect(isFixedByRestart(full)).toBe(false)
  })

  test('falls back to its message when it was stored with an answer and without its cause', () => {
    const stored: ErrorData = { code: 'DEGRADED', message: 'It broke. Long ago.' }
    expect(errorText(stored)).toEqual({ what: 'It broke. Long ago.', fix: '' })
    expect(isFixedByRestart(stored)).toBe(false)
  })
})

test('an error thrown in the window is either a refusal from main or a bug in the window', () => {
  expect(errorDataOf(failure('NOT_FOUND', 'chat', { sessionId: 's' }))).toEqual({
    code: 'NOT_FOUND',
    message: 'This chat was not found. It may have been deleted.',
    data: { sessionId: 's', reason: 'chat' },
  })
  expect(errorDataOf(new ParleyError('TIMEOUT', 'Old.'))).toEqual({ code: 'TIMEOUT', message: 'Old.' })
  expect(errorText(errorDataOf(new TypeError('x is not a function')))).toEqual({
    what: 'Something went wrong in this window.',
    fix: 'Its message: x is not a function',
  })
  expect(errorText(errorDataOf('thrown text'))).toEqual({
    what: 'Something went wrong in this window.',
    fix: '',
  })
})

describe('in German', () => {
  beforeAll(() => setLanguage('de'))
  afterAll(() => setLanguage('en'))

  test("a provider's error shows its name, status and words, without any English text", () => {
    const data = { providerName: 'Example', status: 400, said: 'no such model' }
    expect(errorText(failureData('PROVIDER_BAD_REQUEST', 'refused', data))).toEqual({
      what: 'Example hat die Anfrage abgelehnt (400).',
      fix: 'Die Meldung lautet: no such model',
    })
  })

  test('advice about an unreachable server depends on whether it is local', () => {
    expect(unreachable({ address: '127.0.0.1:80' })).toContain('ob Example läuft')
    expect(unreachable({})).toContain('ob dieser Computer online ist')
    expect(unreachable({ providerName: '' })).toMatch(/^Versuche es erneut/)
  })

  test('the reason why a file was not imported contains no English text', () => {
    const importReasons = [{ code: 'fileEmpty' }, { code: 'whatIsRead' }]
    const data = { reason: 'import-refused', reasons: 'This file contains no chats.', importReasons }
    expect(errorText({ code: 'INVALID_INPUT', message: 'This file contains no chats.', data })).toEqual({
      what: 'Diese Datei enthält keine Chats.',
      fix: expect.stringMatching(/^Parley importiert/),
    })
    const strange = { importReasons: [{ code: 'toString' }] }
    expect(errorLine({ code: 'INVALID_INPUT', message: 'As said.', data: strange })).toBe('As said.')
  })

  test('an error found by the window is translated, but a text of the window stays as it was', () => {
    expect(errorLine(failureData('RUN_ACTIVE', 'pane'))).toBe(
      'In diesem Bereich läuft bereits eine Antwort. Stoppe ihn oder warte.',
    )
    expect(errorLine(windowError('INVALID_INPUT', 'As it was.'))).toBe('As it was.')
  })

  test('a broken part shows its first error, and a full disk has advice', () => {
    const shut = degraded('no-answers', { code: 'INTERNAL', message: 'Error: it broke' })
    expect(errorText(shut).fix).toContain('Error: it broke')
    expect(errorText(degraded('not-now', failureData('STORE_FULL', 'full')))).toEqual({
      what: 'Parley kann das gerade nicht tun.',
      fix: expect.stringMatching(/^Das Laufwerk ist voll/),
    })
  })
})

test('Settings is offered for what can be fixed there: an address only if it has not answered', () => {
  const codes = [
    'PROVIDER_UNREACHABLE',
    'PROVIDER_PROTOCOL',
    'TIMEOUT',
    'PROVIDER_AUTH',
    'CANCELLED',
  ] as const
  const fixable = (hasBegun: boolean) =>
    codes.filter((code) => isFixableInSettings({ code, message: '' }, hasBegun))
  expect(fixable(false)).toEqual(['PROVIDER_UNREACHABLE', 'PROVIDER_PROTOCOL', 'TIMEOUT', 'PROVIDER_AUTH'])
  expect(fixable(true)).toEqual(['TIMEOUT', 'PROVIDER_AUTH'])
})

test('every error of a provider can be tried again', () => {
  const ofProviders = errorCodes.filter((code) => code.startsWith('PROVIDER_'))
  expect(ofProviders.length).toBeGreaterThan(5)
  expect(ofProviders.filter((code) => !retryableErrors.has(code))).toEqual([])
})

describe('a retry', () => {
  const notice = { code: 'RETRY', message: 'As stored.', retryAt: 1 }
  const data = { providerName: 'Example', status: 503 }

  test.each<[ErrorCode, string, string]>([
    ['PROVIDER_AUTH', 'signed-out', 'The sign-in of Example was rejected (503).'],
    ['PROVIDER_RATE_LIMIT', 'busy', 'Example is not accepting more requests right now (503).'],
    ['PROVIDER_OVERLOADED', 'overloaded', 'Example is having problems (503).'],
    ['PROVIDER_UNREACHABLE', 'closed', 'Example could not be reached.'],
    ['PROVIDER_UNREACHABLE', 'agent-offline', 'Example could not reach its model.'],
    ['AGENT_FAILED', 'failed', 'Example could not reach its model.'],
  ])('after %s (%s) gives the reason', (code, reason, sentence) => {
    expect(retrySentence({ ...notice, cause: { code, data: { ...data, reason } } })).toBe(sentence)
  })

  test("gives the reason in the window's language, and without a cause its message", async () => {
    await setLanguage('de')
    expect(retrySentence({ ...notice, cause: { code: 'PROVIDER_OVERLOADED', data } })).toBe(
      'Example hat gerade Probleme (503).',
    )
    await setLanguage('en')
    expect(retrySentence(notice)).toBe('As stored.')
    expect(retrySentence({ ...notice, cause: { code: 'PROVIDER_OVERLOADED' } })).toBe('As stored.')
  })
})
