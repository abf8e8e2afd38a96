import { describe, expect, it } from 'vitest'

import { preserveState, withState } from './preserve-state.ts'

/** Everything about an object's own properties, including what a comparison of values misses. */
const descriptorsOf = (target: object) => Object.getOwnPropertyDescriptors(target)

function createTarget() {
  const target = Object.create({ inherited: 'from above' }) as Record<string, unknown>
  target['plain'] = 1
  Object.defineProperty(target, 'hidden', {
    value: 2,
    configurable: true,
    enumerable: false,
    writable: false,
  })
  Object.defineProperty(target, 'computed', { get: () => 'computed', configurable: true })
  return target
}

describe('preserveState', () => {
  it('restores values, getters and flags, and removes new properties', () => {
    const target = createTarget()
    const before = descriptorsOf(target)
    const restore = preserveState(target, ['plain', 'hidden', 'computed', 'inherited', 'absent'])
    for (const name of ['plain', 'hidden', 'computed', 'inherited', 'absent']) {
      Object.defineProperty(target, name, { value: 'changed', configurable: true, enumerable: true })
    }
    restore()
    expect(descriptorsOf(target)).toEqual(before)
    expect(target['inherited']).toBe('from above')
  })

  it('restores a deleted property', () => {
    const target = createTarget()
    const before = descriptorsOf(target)
    const restore = preserveState(target, ['plain', 'computed'])
    delete target['plain']
    delete target['computed']
    restore()
    expect(descriptorsOf(target)).toEqual(before)
  })

  it('restores a value behind a getter and setter, including inherited ones', () => {
    class Dial {
      #degrees = 10
      get degrees() {
        return this.#degrees
      }
      set degrees(value) {
        this.#degrees = value
      }
    }
    const dial = new Dial()
    const restore = preserveState(dial, ['degrees'])
    dial.degrees = 20
    restore()
    expect([dial.degrees, Object.keys(dial)]).toEqual([10, []])
  })

  it('reports properties that became read-only, and restores the rest', () => {
    const target = createTarget()
    const restore = preserveState(target, ['absent', 'plain'])
    Object.defineProperty(target, 'absent', { value: 'for good' })
    target['plain'] = 'changed'
    expect(restore).toThrow('Could not restore: absent')
    expect(target['plain']).toBe(1)
  })
})

describe('withState', () => {
  it('changes the environment only during the work, and leaves no "undefined" behind', () => {
    const before = { ...process.env }
    const variables = { PARLEY_PRESERVE_TEST: 'set', PATH: undefined }
    const seen = withState(process.env, variables, () => [
      process.env['PARLEY_PRESERVE_TEST'],
      'PATH' in process.env,
    ])
    expect(seen).toEqual(['set', false])
    expect({ ...process.env }).toEqual(before)
  })

  it('restores the state if the work throws', () => {
    const { argv } = process
    expect(() =>
      withState(process, { argv: ['other'] }, () => {
        throw new TypeError(`the work failed with ${process.argv.join()}`)
      }),
    ).toThrow('the work failed with other')
    expect(process.argv).toBe(argv)
  })

  it('keeps the state until asynchronous work has ended, and restores it when that rejects', async () => {
    const target = createTarget()
    const before = descriptorsOf(target)
    const gate = Promise.withResolvers<void>()
    const work = withState(target, { plain: 'changed', computed: 'changed' }, async () => {
      await gate.promise
      return [target['plain'], target['computed']]
    })
    expect(target['plain']).toBe('changed')
    gate.resolve()
    expect(await work).toEqual(['changed', 'changed'])
    expect(descriptorsOf(target)).toEqual(before)
    const failing = withState(target, { plain: 'changed' }, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(descriptorsOf(target)).toEqual(before)
  })

  it('replaces a getter without a setter, as globalThis.navigator is one', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
    expect(withState(globalThis, { navigator: 'mine' }, () => globalThis.navigator)).toBe('mine')
    expect(Object.getOwnPropertyDescriptor(globalThis, 'navigator')).toEqual(before)
  })

  it('restores what it has set if the next property cannot be set', () => {
    const target = createTarget()
    Object.defineProperty(target, 'final', { value: 'for good' })
    const before = descriptorsOf(target)
    const set = () => withState(target, { plain: 'changed', final: 'changed' }, () => 'ran')
    expect(set).toThrow('final cannot be set here')
    expect(descriptorsOf(target)).toEqual(before)
  })

  it('reports both errors if the work fails and its state cannot be restored', () => {
    const target = createTarget()
    const failed = new Error('the work failed')
    const fall = () => {
      Object.defineProperty(target, 'absent', { value: 'for good', configurable: false })
      throw failed
    }
    expect(() => withState(target, { absent: 'set' }, fall)).toThrow(
      expect.objectContaining({
        errors: [failed, expect.objectContaining({ message: expect.stringContaining('absent') as string })],
      }) as Error,
    )
  })
})
