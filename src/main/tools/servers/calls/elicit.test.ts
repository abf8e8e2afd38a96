import { expect, test } from 'vitest'

import { randomId } from '../../../base/new-id'
import { someCall } from '../../testing/tool-call'
import { elicit, visitPages } from './elicit'

/** A user who does not answer, until the question is withdrawn. */
function undecided() {
  const asked: string[] = []
  const openLink = (url: string, signal: AbortSignal) => {
    asked.push(url)
    return new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
  }
  return { asked, deps: { server: 'fake', newId: randomId, openLink } }
}

test('a stopped call withdraws the question about a page, and asks about no other', async () => {
  const { asked, deps } = undecided()
  const stop = new AbortController()
  const pages = ['https://a.example/', 'https://b.example/'].map((url) => ({ url, message: 'Visit' }))
  const visited = visitPages(pages, someCall({ signal: stop.signal }), deps)
  stop.abort(new Error('stopped'))
  await expect(visited).rejects.toThrow('stopped')
  expect(asked).toEqual(['https://a.example/'])
})

test('a server that is asked in its own question gets to know that the call was stopped', async () => {
  const { deps } = undecided()
  const stop = new AbortController()
  const page = { mode: 'url', url: 'https://a.example/', message: 'Visit', elicitationId: '1' } as const
  const never = new AbortController().signal
  const answer = elicit(page, someCall({ signal: stop.signal }), deps, never)
  stop.abort(new Error('stopped'))
  expect(await answer).toEqual({ action: 'cancel' })
})
