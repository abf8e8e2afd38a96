import { expect, test, vi } from 'vitest'

import { WindowTexts } from './window-texts'

test('a text that is not loaded yet is empty, never a key, and is drawn again once it is there', async () => {
  const texts = new WindowTexts()
  const redraw = vi.fn()
  texts.onRedraw(redraw)
  expect(texts.translate('common.newChat')).toBe('New chat')
  expect(texts.translate('messages.answer.label')).toBe('')
  expect(texts.has('errors.NOT_FOUND.chat.what')).toBe(false)
  await texts.load('soon')
  expect(redraw).toHaveBeenCalledOnce()
  expect(texts.translate('messages.answer.label')).toBe('Answer')
  expect(texts.has('errors.NOT_FOUND.chat.what')).toBe(true)
})

test('loading texts that nothing lacked causes no drawing', async () => {
  const texts = new WindowTexts()
  const redraw = vi.fn()
  texts.onRedraw(redraw)
  texts.translate('common.newChat')
  await texts.load('late')
  expect(redraw).not.toHaveBeenCalled()
  expect(texts.has('imports.fileEmpty')).toBe(true)
})

test('another language gets every text that was loaded before', async () => {
  const texts = new WindowTexts()
  await texts.load('late')
  await texts.setLanguage('de')
  expect(texts.translate('common.newChat')).toBe('Neuer Chat')
  expect(texts.translate('messages.answer.label')).toBe('Antwort')
  expect(texts.has('imports.fileEmpty')).toBe(true)
})

test('texts that are loaded after a switch are in the new language', async () => {
  const texts = new WindowTexts()
  await texts.setLanguage('de')
  expect(texts.translate('messages.answer.label')).toBe('')
  await texts.load('soon')
  expect(texts.translate('messages.answer.label')).toBe('Antwort')
})
