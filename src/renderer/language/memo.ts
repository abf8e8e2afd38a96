import { type DependencyList, memo as reactMemo, type ReactNode, use, useMemo } from 'react'

import { TextsContext } from './use-language'

/** React's `memo` that also re-renders when the texts change: the component, or what it renders, contains text. */
export function memo<Props extends object>(
  draw: (props: Props) => ReactNode,
  isSame?: (before: Readonly<Props>, after: Readonly<Props>) => boolean,
) {
  function InLanguage(props: Props): ReactNode {
    use(TextsContext)
    return draw(props)
  }
  // Component stack traces show this name.
  Object.defineProperty(InLanguage, 'name', { value: draw.name })
  return reactMemo(InLanguage, isSame)
}

/** `useMemo` for a value that contains text: it also depends on the texts. */
export function useMemoInLanguage<Value>(make: () => Value, dependencies: DependencyList): Value {
  const texts = use(TextsContext)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callers' lists are checked instead
  return useMemo(make, [texts, ...dependencies])
}
