import { type DependencyList, use, useMemo } from 'react'

import { TextsContext } from './use-language'

/** `useMemo` for a value that contains text: it also depends on the texts. */
export function useMemoInLanguage<Value>(make: () => Value, dependencies: DependencyList): Value {
  const texts = use(TextsContext)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callers' lists are checked instead
  return useMemo(make, [texts, ...dependencies])
}
