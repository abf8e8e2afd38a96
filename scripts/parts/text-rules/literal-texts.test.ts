import { expect, it } from 'vitest'

import { findLiteralTexts } from './literal-texts.ts'

function textsIn(code: string, path = 'src/renderer/a.tsx'): string[] {
  return findLiteralTexts({ path, text: code }).map(({ text }) => text)
}

it('finds a text between elements, including a conditional one', () => {
  const code = `
    const a = (
      <p>
        Plain <b>{'In braces'}</b> {isOn ? 'Yes' : \`No, \${count}\`} {isOn && 'Only then'}
      </p>
    )`
  expect(textsIn(code)).toEqual(['Plain', 'In braces', 'Yes', 'No, …', 'Only then'])
})

it('finds texts for screen readers, and ignores those that nobody hears', () => {
  const code = `
    const a = <input aria-label={isOn ? 'On' : t('common.off')} title={'Now ' + name} className="field" role="note" />
    const b = { label: 'Close', id: 'close', hint: () => 'Or press Escape' }`
  expect(textsIn(code)).toEqual(['On', 'Now', 'Close', 'Or press Escape'])
})

it('ignores symbols, keys of the catalogue, and texts from the catalogue', () => {
  const code = `
    const a = <p title={t('actions.titles.outline')}>{name} · {count} × ({t('common.off')}) {'→'}</p>
    const b = { label: 'actions.titles.outline', title: \`\${first}\\n\${second}\` }`
  expect(textsIn(code)).toEqual([])
})

it('reports the line', () => {
  expect(findLiteralTexts({ path: 'a.tsx', text: 'const a = 1\n\nconst b = <b title="Ä Hello" />' })).toEqual(
    [{ line: 3, text: 'Ä Hello' }],
  )
})
