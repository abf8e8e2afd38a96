import { expect, test, vi } from 'vitest'

import { WindowTexts } from './window-texts'

test('a text that is not loaded yet is empty, never a key, and renders again once it is loaded', async () => {
  const texts = new WindowTexts()
  const redraw = vi.fn()
  texts.onChange(redraw)
  const before = texts.current()
  expect(texts.translate('common.newChat')).toBe('New chat')
  expect(texts.translate('messages.answer.label')).toBe('')
  expect(texts.has('errors.NOT_FOUND.chat.what')).toBe(false)
  await Promise.all([texts.loadRest(), texts.loadRest()])
  expect(redraw).toHaveBeenCalledOnce()
  expect(texts.current()).not.toBe(before)
  expect(texts.translate('messages.answer.label')).toBe('Answer')
  expect(texts.has('errors.NOT_FOUND.chat.what')).toBe(true)
})

test('a new language loads every text that was loaded before, and renders once', async () => {
  const texts = new WindowTexts()
  await texts.loadRest()
  const redraw = vi.fn()
  texts.onChange(redraw)
  await texts.setLanguage('de')
  expect(redraw).toHaveBeenCalledOnce()
  expect(texts.current()).toEqual({ language: 'de' })
  expect(texts.translate('common.newChat')).toBe('Neuer Chat')
  expect(texts.translate('messages.answer.label')).toBe('Antwort')
  expect(texts.has('imports.fileEmpty')).toBe(true)
})

test('texts that are loaded after a switch are in the new language', async () => {
  const texts = new WindowTexts()
  await texts.setLanguage('de')
  expect(texts.translate('messages.answer.label')).toBe('')
  await texts.loadRest()
  expect(texts.translate('messages.answer.label')).toBe('Antwort')
})

test('the language that was requested last is used, whichever has been loaded first', async () => {
  const texts = new WindowTexts()
  const german = texts.setLanguage('de')
  await texts.setLanguage('en')
  await german
  expect(texts.current()).toEqual({ language: 'en' })
})
