import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import { temporaryFolder } from '../base/testing/temporary-folder'
import type { SecretCipher } from '../platform/platform'
import { agentSecretId, SecretStore, unreadableSecret } from './secret-store'

/** Its ciphertexts name their key; only `now` encrypts new ones. */
function cipher(now: string, opens: string[] = [now]): SecretCipher {
  return {
    guarantee: 'key-store',
    encrypt: (plain) => Buffer.from(`${now} ${plain}`),
    decrypt(sealed) {
      const [key = '', plain = ''] = sealed.toString().split(' ')
      if (!opens.includes(key)) throw new Error('locked')
      return plain
    },
    isOutdated: (sealed) => !sealed.toString().startsWith(`${now} `),
  }
}

function open(folder: string, made: SecretCipher) {
  const problems: string[] = []
  const store = new SecretStore(folder, made, {
    clock: createManualClock(),
    onProblem: ({ code, data }) => problems.push(`${code} ${String(data?.['reason'])}`),
  })
  return { store, problems }
}

test('keeps a key that cannot be decrypted now, even when others are set', () => {
  const folder = temporaryFolder()
  open(folder, cipher('sealed')).store.set('openai', 'sk-1')
  const locked = open(folder, cipher('file'))
  expect([locked.store.get('openai'), locked.store.get('openai')]).toEqual([null, null])
  expect(locked.problems).toEqual(['STORE_DAMAGED key'])
  locked.store.set('anthropic', 'sk-2')
  const { store } = open(folder, cipher('sealed', ['sealed', 'file']))
  expect([store.get('openai'), store.get('anthropic')]).toEqual(['sk-1', 'sk-2'])
})

test('re-encrypts a key from before there was a key store when it is read', () => {
  const folder = temporaryFolder()
  open(folder, cipher('file')).store.set('openai', 'sk-1')
  expect(open(folder, cipher('sealed', ['sealed', 'file'])).store.get('openai')).toBe('sk-1')
  expect(open(folder, cipher('sealed')).store.get('openai')).toBe('sk-1')
})

test('a full disk does not prevent reading a key', () => {
  const folder = temporaryFolder()
  open(folder, cipher('file')).store.set('openai', 'sk-1')
  const { store, problems } = open(folder, cipher('sealed', ['sealed', 'file']))
  rmSync(join(folder, 'secrets.json'))
  mkdirSync(join(folder, 'secrets.json', 'in the way'), { recursive: true })
  expect([store.get('openai'), store.get('openai')]).toEqual(['sk-1', 'sk-1'])
  expect(problems).toEqual(['INTERNAL key-not-encrypted'])
})

test('a secret of an agent that cannot be read is named by its agent and variable', () => {
  expect(unreadableSecret(agentSecretId('codex', 'OPENAI_API_KEY'), new Error('locked'))).toMatchObject({
    message: expect.stringContaining('The saved value of OPENAI_API_KEY for the agent codex') as string,
    data: { reason: 'agent-variable', agentId: 'codex', variable: 'OPENAI_API_KEY' },
  })
  expect(unreadableSecret('openai', new Error('locked')).data).toEqual({
    reason: 'key',
    providerId: 'openai',
  })
})
