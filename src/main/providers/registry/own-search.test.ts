import { expect, test } from 'vitest'

import type { ProviderKind } from '../../../shared/models/models'
import { ownSearchOf } from './provider-registry'

function names(list: string): string[] {
  return list.split(' ').filter((name) => name !== '')
}

test.each<[ProviderKind, string, string]>([
  [
    'openai',
    'gpt-4o-mini gpt-4.1 gpt-5.1 gpt-5-nano o3 o4-mini',
    'gpt-4.1-nano gpt-4 gpt-3.5-turbo o1 o1-mini',
  ],
  [
    'anthropic',
    'claude-3-5-haiku-latest claude-3-7-sonnet-20250219 claude-sonnet-4-5 claude-opus-5 claude-haiku-4-5-20251001',
    'claude-3-opus-20240229 claude-3-haiku-20240307 kimi-k2 deepseek-chat',
  ],
  [
    'google',
    'gemini-2.0-flash gemini-3-pro gemini-flash-latest',
    'gemini-1.5-pro gemma-3 gemini-2.5-flash-image',
  ],
  ['openai-compatible', '', 'gpt-4o claude-sonnet-4-5'],
  ['demo', '', 'writer'],
])('knows which models of %s can search by themselves', (kind, able, unable) => {
  expect(names(able).filter((model) => ownSearchOf(kind, model) === undefined)).toEqual([])
  expect(names(unable).filter((model) => ownSearchOf(kind, model) !== undefined)).toEqual([])
})
