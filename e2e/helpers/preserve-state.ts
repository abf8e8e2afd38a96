/** The state of one property: its own descriptor, and the value behind a getter that has a setter. */
interface PropertyState {
  name: PropertyKey
  descriptor: PropertyDescriptor | undefined
  held: { value: unknown } | null
}

/**
 * Records the named properties of `target`, including absent ones and getters, and returns a function that
 * restores them. It restores only the properties, not changes inside an object that one of them holds.
 * @throws Error from the returned function if a property has become read-only; the others are restored first
 */
export function preserveState(target: object, names: readonly PropertyKey[]): () => void {
  const states = names.map((name) => stateOf(target, name))
  return () => {
    const stuck = states.filter((state) => !putBack(target, state)).map(({ name }) => String(name))
    if (stuck.length > 0) throw new Error(`Could not restore: ${stuck.join(', ')}.`)
  }
}

/**
 * Sets properties of `target` while `work` runs, and restores them once it has returned, thrown or settled;
 * `undefined` removes a property. For `process.env`, `process` (as `{ argv: […] }`), `globalThis` and the
 * like.
 */
export function withState<Result>(
  target: object,
  values: Readonly<Record<string, unknown>>,
  work: () => Result,
): Result {
  const restore = preserveState(target, Object.keys(values))
  let result: Result
  try {
    for (const [name, value] of Object.entries(values)) set(target, name, value)
    result = work()
  } catch (error) {
    throw afterFailure(error, restore)
  }
  if (isPromiseLike(result)) return restoreOnceSettled(result, restore) as Result
  restore()
  return result
}

function stateOf(target: object, name: PropertyKey): PropertyState {
  const accessor = accessorOf(target, name)
  const isHolder = accessor?.get !== undefined && accessor.set !== undefined
  return {
    name,
    descriptor: Reflect.getOwnPropertyDescriptor(target, name),
    held: isHolder ? { value: Reflect.get(target, name) } : null,
  }
}

function putBack(target: object, { name, descriptor, held }: PropertyState): boolean {
  const isBack =
    descriptor === undefined
      ? Reflect.deleteProperty(target, name)
      : Reflect.defineProperty(target, name, descriptor)
  // A setter such as that of process.exitCode stores its value outside the descriptor.
  if (!isBack || held === null || Object.is(Reflect.get(target, name), held.value)) return isBack
  return Reflect.set(target, name, held.value)
}

function set(target: object, name: string, value: unknown): void {
  const isSet =
    accessorOf(target, name)?.set !== undefined
      ? Reflect.set(target, name, value)
      : value === undefined
        ? Reflect.deleteProperty(target, name)
        : Reflect.defineProperty(target, name, {
            value,
            configurable: true,
            enumerable: true,
            writable: true,
          })
  if (!isSet) throw new Error(`${name} cannot be set here.`)
}

/** The getter and setter of this property, own or inherited. */
function accessorOf(target: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (let owner: object | null = target; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(owner, name)
    if (descriptor !== undefined) return 'value' in descriptor ? undefined : descriptor
  }
  return undefined
}

async function restoreOnceSettled(work: PromiseLike<unknown>, restore: () => void): Promise<unknown> {
  let result: unknown
  try {
    result = await work
  } catch (error) {
    throw afterFailure(error, restore)
  }
  restore()
  return result
}

/** The error of the work, or both errors if the state cannot be restored either. */
function afterFailure(error: unknown, restore: () => void): unknown {
  try {
    restore()
    return error
  } catch (restoreError) {
    return new AggregateError([error, restoreError], 'The work failed, and its state could not be put back.')
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function'
}
