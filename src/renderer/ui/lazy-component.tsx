import { type FunctionComponent, type ReactNode, Suspense, use } from 'react'

import { loadTexts } from '../language/t'

/** A component in a chunk of its own, with the texts that are not part of the first load. `load` fetches it, so that it can then be rendered synchronously. */
export type LazyComponent<Props> = FunctionComponent<Props> & { load: () => Promise<unknown> }

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode ? Props : object

/**
 * The component `name` of a module. Unlike React's `lazy`, renders a loaded component synchronously, so that the next
 * key press reaches it. Renders `Fallback`, or nothing, until then.
 */
export function lazyComponent<
  Name extends string,
  Module extends Readonly<Record<Name, (props: never) => ReactNode>>,
>(
  fetchModule: () => Promise<Module>,
  name: Name,
  Fallback?: FunctionComponent<PropsOf<Module[Name]>>,
): LazyComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>
  let loaded: Module | null = null
  let loading: Promise<Module> | null = null
  let hasFailed = false
  const load = () => {
    if (loading !== null && !hasFailed) return loading
    hasFailed = false
    loading = Promise.all([fetchModule(), loadTexts()]).then(
      ([module]) => (loaded = module),
      (error: unknown) => {
        hasFailed = true
        throw error
      },
    )
    return loading
  }
  function Loaded(props: Props) {
    // A failed promise is used again: with a new one at each render, the component would suspend forever.
    const module: Module = loaded ?? use(loading ?? load())
    const Component = module[name] as unknown as FunctionComponent<Props>
    return <Component {...props} />
  }
  function Lazy(props: Props) {
    return (
      <Suspense fallback={Fallback === undefined ? null : <Fallback {...props} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(Lazy, { load })
}
