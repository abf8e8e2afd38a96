import { onTestFinished, describe, expect, test } from 'vitest'

import { startFakeHttpServer } from '../../../../../e2e/fake-mcp/http-server.ts'
import type { SignInVariant } from '../../../../../e2e/fake-mcp/sign-in.ts'
import { callOf, openHttpServers } from '../testing/opened-servers'
import { SignInStore } from './stored-sign-in'

const never = new AbortController().signal

/** A server that demands a sign-in, and a user whose browser follows every redirect. */
async function openSignedOut(variant: SignInVariant, browser = browse, transport: object = {}) {
  const fake = await startFakeHttpServer({ signIn: variant })
  onTestFinished(() => fake.close())
  const opened: string[] = []
  const tokenHosts: unknown[] = []
  const { servers, settings } = openHttpServers({
    async openLink(url, _signal, tokenHost) {
      opened.push(url)
      tokenHosts.push(tokenHost)
      await browser(url)
      return true
    },
  })
  servers.save({ id: 'fake', transport: { type: 'http', url: fake.url, ...transport } })
  await servers.start('fake', never)
  return { servers, fake, opened, settings, tokenHosts }
}

async function browse(url: string): Promise<void> {
  await (await fetch(url)).text()
}

describe('a server with a sign-in', () => {
  test('is not signed in to because a model calls it, and nothing is registered', async () => {
    const { servers, fake, opened } = await openSignedOut('usual')
    expect(servers.list()).toMatchObject([{ state: 'needs-sign-in', isSignedIn: false }])
    expect([opened, fake.requests.filter((path) => path === '/register')]).toEqual([[], []])
  })

  test.each(['usual', 'slash-issuer'] as const)(
    '(%s) is signed in to in the browser, and its tools can be called',
    async (variant) => {
      const { servers, opened } = await openSignedOut(variant)
      const info = await servers.signIn('fake', never)
      expect(info).toMatchObject({ state: 'ready', isSignedIn: true })
      const asked = new URL(opened[0] ?? '').searchParams
      expect([asked.get('code_challenge_method'), asked.get('state')?.length]).toEqual(['S256', 32])
      expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
    },
  )

  test('refreshes an expired token once for calls that are refused together', async () => {
    const { servers, fake } = await openSignedOut('usual')
    await servers.signIn('fake', never)
    fake.signIn?.expire()
    const before = fake.requests.filter((path) => path === '/token').length
    const calls = ['one', 'two', 'three'].map((text) => callOf(servers, 'echo', { input: { text } }).result)
    expect(await Promise.all(calls)).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
    expect(fake.requests.filter((path) => path === '/token')).toHaveLength(before + 1)
  })

  test('is not refreshed again for a request that was sent with the former token', async () => {
    const { servers, fake } = await openSignedOut('usual')
    await servers.signIn('fake', never)
    fake.signIn?.expire()
    // The second refusal arrives when the refresh is done.
    fake.signIn?.holdRefusals(2)
    const calls = ['one', 'two'].map((text) => callOf(servers, 'echo', { input: { text } }).result)
    expect(await Promise.all(calls)).toEqual([{ text: 'one' }, { text: 'two' }])
    expect(fake.requests.filter((path) => path === '/token')).toHaveLength(2)
  })

  test('a refresh that is answered after signing out, or for another server, is not stored', async () => {
    const { settings } = openHttpServers()
    const tokens = { access_token: 'late', token_type: 'Bearer' }
    const at = (url: string) => settings.save({ id: 'fake', transport: { type: 'http', url } })
    at('https://one.example/mcp')
    const store = new SignInStore(settings, 'fake')
    const one = store.at('https://one.example/mcp')
    one.change({ tokens })
    expect([one.get().tokens, store.at('https://two.example/').get()]).toEqual([tokens, {}])
    at('https://two.example/mcp')
    one.change({ tokens })
    expect(settings.signInOf('fake')).toBeNull()
    const two = store.at('https://two.example/mcp')
    store.clear()
    two.change({ tokens })
    expect(settings.signInOf('fake')).toBeNull()
  })

  test('opens no page if the user stops at once', async () => {
    const { servers, opened } = await openSignedOut('usual')
    const stop = new AbortController()
    const signedIn = servers.signIn('fake', stop.signal)
    stop.abort(new Error('stopped'))
    await expect(signedIn).rejects.toThrow('stopped')
    expect(opened).toEqual([])
  })

  test('leaves no token behind when it is removed', async () => {
    const { servers, settings } = await openSignedOut('usual')
    await servers.signIn('fake', never)
    expect(settings.signInOf('fake')).toContain('access_token')
    await servers.remove('fake')
    expect(settings.signInOf('fake')).toBeNull()
  })

  test('needs a new sign-in when its refresh is refused', async () => {
    const { servers, fake } = await openSignedOut('no-refresh')
    await servers.signIn('fake', never)
    fake.signIn?.expire()
    await expect(callOf(servers, 'echo').result).rejects.toMatchObject({ data: { reason: 'needs-sign-in' } })
  })

  test.each([
    ['refused', 'sign-in-refused'],
    ['other-issuer', 'sign-in-failed'],
    ['mixed-up', 'sign-in-failed'],
    ['token-elsewhere', 'sign-in-moved'],
    ['odd-address', 'sign-in-address'],
    ['borrowed-page', 'sign-in-mixed'],
    ['page-with-name', 'sign-in-address'],
    ['odd-token', 'sign-in-failed'],
    ['odd-expiry', 'sign-in-failed'],
  ] as const)('%s is an error with a code, and stores no token', async (variant, reason) => {
    const { servers } = await openSignedOut(variant)
    await expect(servers.signIn('fake', never)).rejects.toMatchObject({
      code: 'SERVER_FAILED',
      data: { reason },
    })
    // As before: where the start itself failed, that is still the reason.
    const [info] = servers.list()
    expect(info?.isSignedIn).not.toBe(true)
    const isKnownAtStart = variant === 'other-issuer' || variant === 'borrowed-page'
    expect(info?.state).toBe(isKnownAtStart ? 'failed' : 'needs-sign-in')
  })

  test('ignores an answer that was not asked for', async () => {
    const { servers } = await openSignedOut('usual', async (url) => {
      const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('state', 'guessed')
      back.searchParams.set('code', 'planted')
      expect((await fetch(back)).status).toBe(400)
      await browse(url)
    })
    expect(await servers.signIn('fake', never)).toMatchObject({ state: 'ready' })
  })

  test('signing out forgets the token', async () => {
    const { servers } = await openSignedOut('usual')
    await servers.signIn('fake', never)
    await servers.signOut('fake')
    expect(await servers.start('fake', never)).toMatchObject({ state: 'needs-sign-in' })
  })

  test('with the page of somebody else and tokens of its own opens nothing, and gets no code, verifier or secret', async () => {
    const secret = { oauthClientId: 'known', oauthClientSecret: 'client-secret' }
    const { servers, fake, opened } = await openSignedOut('borrowed-page', browse, secret)
    await expect(servers.signIn('fake', never)).rejects.toMatchObject({ data: { reason: 'sign-in-mixed' } })
    expect([opened, fake.received.filter(({ path }) => path === '/token')]).toEqual([[], []])
    expect(JSON.stringify(fake.received)).not.toContain('client-secret')
  })

  test('names the host that completes the sign-in if it is another one, or gets a secret', async () => {
    const other = await openSignedOut('other-token-host')
    expect(await other.servers.signIn('fake', never)).toMatchObject({ state: 'ready' })
    expect(other.tokenHosts).toEqual([`localhost:${new URL(other.fake.url).port}`])
    const usual = await openSignedOut('usual')
    await usual.servers.signIn('fake', never)
    expect(usual.tokenHosts).toEqual([null])
  })

  test('elsewhere gets none of the headers of the server, which go to its own origin', async () => {
    const headers = { 'X-Api-Key': 'secret-header' }
    const { servers, fake } = await openSignedOut('other-host', browse, { headers })
    expect(await servers.signIn('fake', never)).toMatchObject({ state: 'ready' })
    fake.signIn?.expire()
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
    const hosts = (has: boolean) =>
      new Set(
        fake.received
          .filter((request) => (request.headers['x-api-key'] === 'secret-header') === has)
          .map(({ host }) => host),
      )
    expect([hosts(true), hosts(false)]).toEqual([new Set(['127.0.0.1']), new Set(['localhost'])])
  })

  test('a refresh token goes only to the authorization server that has issued it', async () => {
    const { servers, fake } = await openSignedOut('usual')
    expect(await servers.signIn('fake', never)).toMatchObject({ state: 'ready' })
    fake.signIn?.expire()
    fake.signIn?.move()
    const before = fake.received.length
    const called = callOf(servers, 'echo').result
    await expect(called).rejects.toMatchObject({ code: 'SERVER_FAILED' })
    const after = fake.received.slice(before)
    expect(after.filter(({ path }) => path === '/token')).toEqual([])
  })

  test('the secret of a registered client goes only to the authorization server that has accepted it', async () => {
    const secret = { oauthClientId: 'known', oauthClientSecret: 'client-secret' }
    const { servers, fake, opened } = await openSignedOut('usual', browse, secret)
    expect(await servers.signIn('fake', never)).toMatchObject({ state: 'ready' })
    fake.signIn?.expire()
    fake.signIn?.move()
    const before = fake.received.length
    await expect(callOf(servers, 'echo').result).rejects.toMatchObject({ code: 'SERVER_FAILED' })
    await expect(servers.signIn('fake', never)).rejects.toMatchObject({ data: { reason: 'sign-in-issuer' } })
    const after = fake.received.slice(before)
    expect([opened.length, after.filter(({ path }) => path === '/token')]).toEqual([1, []])
  })
})
