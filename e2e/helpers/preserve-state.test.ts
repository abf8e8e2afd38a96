import { describe, expect, it } from 'vitest'

import { preserveState, withState } from './preserve-state.ts'

/** Everything about an object's own properties: what a comparison of values alone would miss. */
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
  it('puts back values, getters and flags, and takes away what was not there', () => {
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

  it('puts back a property that was deleted', () => {
    const target = createTarget()
    const before = descriptorsOf(target)
    const restore = preserveState(target, ['plain', 'computed'])
    delete target['plain']
    delete target['computed']
    restore()
    expect(descriptorsOf(target)).toEqual(before)
  })

  it('puts back a value that only a getter and a setter know, also inherited ones', () => {
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

  it('says what was made final in between, and puts back the rest', () => {
    const target = createTarget()
    const restore = preserveState(target, ['absent', 'plain'])
    Object.defineProperty(target, 'absent', { value: 'for good' })
    target['plain'] = 'changed'
    expect(restore).toThrow('can no longer be put back: absent')
    expect(target['plain']).toBe(1)
  })
})

describe('withState', () => {
  it('changes the environment for the work alone, and leaves no "undefined" behind', () => {
    const before = { ...process.env }
    const variables = { PARLEY_PRESERVE_TEST: 'set', PATH: undefined }
    const seen = withState(process.env, variables, () => [
      process.env['PARLEY_PRESERVE_TEST'],
      'PATH' in process.env,
    ])
    expect(seen).toEqual(['set', false])
    expect({ ...process.env }).toEqual(before)
  })

  it('puts back when the work throws', () => {
    const { argv } = process
    expect(() =>
      withState(process, { argv: ['other'] }, () => {
        throw new TypeError(`the work fell over with ${process.argv.join()}`)
      }),
    ).toThrow('the work fell over with other')
    expect(process.argv).toBe(argv)
  })

  it('keeps the state until work that waits has ended, and puts it back when that rejects', async () => {
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

  it('puts back what it had set when the next cannot be set', () => {
    const target = createTarget()
    Object.defineProperty(target, 'final', { value: 'for good' })
    const before = descriptorsOf(target)
    const set = () => withState(target, { plain: 'changed', final: 'changed' }, () => 'ran')
    expect(set).toThrow('final cannot be set here')
    expect(descriptorsOf(target)).toEqual(before)
  })

  it('hides neither failure when the work fails and its state cannot be put back', () => {
    const target = createTarget()
    const failed = new Error('the work fell over')
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
