import { expect, test } from 'vitest'

import { passageText } from './passage-markdown'

test('a passage that begins within a quoted line of a question is still a quote', () => {
  const question = 'Mine\n> One told\n> > told by two\n> three\n  > four'
  const from = (words: string, to = '') => {
    const start = question.indexOf(words)
    const end = to === '' ? question.length : question.indexOf(to) + to.length
    return passageText(question.slice(0, start), question.slice(start, end))
  }
  expect(from('told', 'told by')).toBe('> told\n> > told by')
  expect(from('told by', 'by')).toBe('> > told by')
  expect(from('> told by', 'by')).toBe('> > told by')
  expect(from('three')).toBe('> three\n  > four')
  expect(from('four')).toBe('  > four')
  expect(from('Mine', 'One')).toBe('Mine\n> One')
  expect(from('ine', 'One')).toBe('ine\n> One')
  expect(passageText('', '> whole')).toBe('> whole')
})
