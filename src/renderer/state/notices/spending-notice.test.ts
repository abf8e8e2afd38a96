import { expect, test } from 'vitest'

import type { SpendingMark } from '../../../shared/spending/spending'
import { SpendingNotice } from './notices'

const warning: SpendingMark = { kind: 'warning', period: 'day', limitUsd: 1, when: '2026-11-24' }
const limit: SpendingMark = { kind: 'limit', period: 'month', limitUsd: 9, when: '2026-11' }

function storage(initial: Record<string, string> = {}) {
  const texts = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('shows a limit before a warning, and each until it is dismissed, also after a reload', () => {
  const kept = storage()
  const notice = new SpendingNotice(kept)
  const shown = () => notice.store.getState().shown
  notice.receive([warning, limit])
  expect(shown()).toBe(limit)
  notice.dismiss(limit)
  expect(shown()).toBe(warning)
  notice.dismiss(warning)
  expect(shown()).toBeNull()

  const next = new SpendingNotice(kept)
  next.receive([warning, limit])
  expect(next.store.getState().shown).toBeNull()
  const tomorrow = { ...warning, when: '2026-11-25' }
  next.receive([tomorrow])
  expect(next.store.getState().shown).toBe(tomorrow)
  next.receive([])
  expect(next.store.getState().shown).toBeNull()
})

test('damaged storage loses only the dismissals', () => {
  const notice = new SpendingNotice(storage({ 'parley.spending-dismissed': '{"not":"a list"' }))
  notice.receive([warning])
  expect(notice.store.getState().shown).toBe(warning)
  notice.dismiss(warning)
  expect(notice.store.getState().shown).toBeNull()
})
