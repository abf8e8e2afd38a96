import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { FakeEnvironment } from '../../testing/fake-parley'
import { mentionCompletions } from '../../features/commands/model-mention'
import { bestModel } from '../../../shared/models/model-choice'
import {
  canAnswer,
  Models,
  factsFor,
  goneModels,
  hiddenModels,
  modelsToCompare,
  modelToAdd,
  writingModel,
} from './models'

function setUp() {
  const environment = new FakeEnvironment()
  return { environment, open: () => new Models(environment.api, environment.storage) }
}

test('keeps the last five used models across a reload, newest first', () => {
  const { open } = setUp()
  const models = open()
  for (const id of ['a/1', 'a/2', 'a/3', 'a/1', 'a/4', 'a/5', 'a/6']) models.noteUse(id)
  expect(open().store.getState().recent).toEqual(['a/6', 'a/5', 'a/4', 'a/1', 'a/3'])
})

test('tolerates unrelated content in the storage', () => {
  const { environment, open } = setUp()
  for (const [stored, recent] of [
    ['{"no":"list"}', []],
    ['not JSON', []],
    ['["a/1", 7]', ['a/1']],
  ] as const) {
    environment.storage.setItem('parley.recentModels', stored)
    expect(open().store.getState().recent).toEqual(recent)
  }
})

function known(id: string, more: Partial<ModelInfo> = {}): ModelInfo {
  const [providerId = '', name = ''] = id.split('/')
  return { id, providerId, providerName: providerId, name, isScripted: false, isLocal: false, ...more }
}

test('never suggests an agent that is not installed', () => {
  const missing = known('gemini-cli/default', { agent: { agentId: 'gemini-cli', isInstalled: false } })
  const scripted = known('demo/brief', { isScripted: true })
  expect(modelToAdd([missing, scripted], [])).toBe('demo/brief')
  expect(bestModel([missing, scripted], [])).toBe('demo/brief')
  expect(mentionCompletions('@gemini', [missing, scripted], [])).toEqual([])
})

test('where there are only agents, a new chat does not ask for a model but has the one chosen last, without parameters', () => {
  const agents = (['claude-code', 'codex'] as const).map((agentId) =>
    known(`${agentId}/default`, { agent: { agentId, isInstalled: true } }),
  )
  const scripted = known('demo/brief', { isScripted: true })
  const recent = ['gone/1', 'codex/default', 'claude-code/default']
  expect([
    canAnswer([scripted]),
    canAnswer([scripted, ...agents]),
    bestModel([scripted, ...agents], [], recent),
    bestModel([scripted, ...agents], []),
    bestModel([scripted, ...agents, known('a/1')], [], recent),
    factsFor(agents, 'codex/default'),
    factsFor(agents, 'codex/any-other'),
    factsFor(agents, 'a/1'),
  ]).toEqual([false, true, 'codex/default', 'demo/brief', 'a/1', { params: [] }, { params: [] }, undefined])
})

test('a model is gone if its provider no longer lists it or was removed, but not while the provider is unreachable', () => {
  const models = [{ id: 'a/1' }] as ModelInfo[]
  const error = { code: 'PROVIDER_UNREACHABLE', message: '' } as const
  const problems = [{ providerId: 'b', providerName: 'B', error }]
  const refs = ['a/1', 'a/2', 'b/1', 'c/1']
  expect(goneModels({ phase: 'ready', models, problems }, refs)).toEqual(['a/2', 'c/1'])
  expect(goneModels({ phase: 'loading', models: [], problems: [] }, refs)).toEqual([])
})

test('a merge or summary never begins with an agent, or with a model that was removed, even if it is the default', () => {
  const models = [known('demo/brief', { isScripted: true }), known('a/1'), known('a/2')]
  const state = { phase: 'ready' as const, models, problems: [] }
  const begins = (...wished: (string | null | undefined)[]) => writingModel(state, wished)
  expect([
    begins(undefined, 'a/2'),
    begins('gone/1', 'a/2'),
    begins('gone/1', null),
    begins('codex/default'),
    writingModel({ ...state, phase: 'loading' as const, models: [] }, ['gone/1']),
    writingModel({ ...state, models: models.slice(0, 1) }, ['codex/default']),
    writingModel({ ...state, models: [] }, []),
  ]).toEqual(['a/2', 'a/2', 'a/1', 'a/1', 'gone/1', 'demo/brief', null])
})

test('a hidden model is never chosen automatically, even if it is the default, unless all are hidden', () => {
  const hidden = (id: string, more: Partial<ModelInfo> = {}) =>
    known(id, { preference: { model: id, isHidden: true, label: null, note: null, params: {} }, ...more })
  const demo = hidden('demo/brief', { isScripted: true })
  const some = [demo, hidden('a/1'), known('a/2'), known('a/3')]
  const all = [demo, hidden('a/1'), hidden('a/2')]
  const state = { phase: 'ready' as const, problems: [] }
  expect([
    bestModel(some, ['a/1']),
    bestModel(some, ['a/1', 'a/3']),
    bestModel(all, [undefined, 'a/2']),
    bestModel(all, []),
    modelToAdd([demo, hidden('a/1'), known('b/1', { isScripted: true })], []),
    modelsToCompare(some, ['a/1', 'demo/brief']),
    writingModel({ ...state, models: some }, ['a/1']),
    writingModel({ ...state, models: all }, ['a/1']),
    hiddenModels(some, ['a/2', 'a/1', 'a/1']),
  ]).toEqual(['a/2', 'a/3', 'a/2', 'demo/brief', 'b/1', ['a/2', 'a/3'], 'a/2', null, ['a/1']])
})
