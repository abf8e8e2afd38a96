import { expect, it } from 'vitest'

import { findStyleFaults } from './style-names.ts'

const sheet = {
  path: 'src/renderer/ui/a.module.css',
  text: `/* .remark { } */
    .frame:not(.isOpen)::after, .frame > :global(.katex) { margin: 0.5em; background: url('a.b'); }
    @media (width < 1.5px) { .frame .head { color: red; } }`,
}

function faultsOf(code: string, path = 'src/renderer/ui/a.tsx'): string[] {
  return findStyleFaults([{ path, text: code }], [sheet])
}

it('finds nothing where each class is used and exists', () => {
  const code = `
    import styles from './a.module.css'
    const a = <p className={styles.frame}><b className={isOn ? styles['head'] : styles.isOpen} /></p>`
  expect(faultsOf(code)).toEqual([])
})

it('finds a class that the module lacks, and one that nothing uses', () => {
  const code = `
    import other from '../ui/a.module.css'
    const a = [other.frame, other.heading, other.isOpen]`
  expect(faultsOf(code, 'src/renderer/app/a.tsx')).toEqual([
    'src/renderer/app/a.tsx:3: src/renderer/ui/a.module.css has no class heading',
    'src/renderer/ui/a.module.css: nothing uses the class head',
  ])
})

it('wants the class written out, and leaves what only has the same name', () => {
  const code = `
    import styles from './a.module.css'
    const all = [styles.frame, styles.head, styles.isOpen, props.styles]
    const a = styles[look]
    const b = Object.values(styles)`
  expect(faultsOf(code)).toEqual([
    'src/renderer/ui/a.tsx:4: write out which class of src/renderer/ui/a.module.css is meant',
    'src/renderer/ui/a.tsx:5: write out which class of src/renderer/ui/a.module.css is meant',
  ])
})
