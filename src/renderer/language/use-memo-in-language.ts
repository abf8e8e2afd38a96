import { type DependencyList, useMemo } from 'react'

import { useLanguage } from './use-language'

/** `useMemo` for a value that contains text: it also depends on the language. */
export function useMemoInLanguage<Value>(make: () => Value, dependencies: DependencyList): Value {
  const language = useLanguage()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callers' lists are checked instead
  return useMemo(make, [language, ...dependencies])
}
