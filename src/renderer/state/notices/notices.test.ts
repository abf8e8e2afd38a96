import { expect, test } from 'vitest'

import type { ParleyApi } from '../../rpc/parley-api'
import { HostNotices } from './notices'

test('Settings still says why keys do not work after the notice about them was dismissed', async () => {
  const api: Pick<ParleyApi, 'invoke'> = { invoke: () => Promise.resolve({} as never) }
  const notices = new HostNotices(api as ParleyApi)
  const quickKeys = { kind: 'quick-keys', keys: 'Alt+F9', problem: 'taken' } as const
  notices.receive([quickKeys, { kind: 'quick-keys-taken', keys: 'Alt+F9' }])
  await notices.dismiss('quick-keys-taken')
  expect(notices.store.getState()).toEqual({ notices: [], quickKeys })
})
