import { memo as reactMemo, type ReactNode } from 'react'

import { useLanguage } from './use-language'

/** React's `memo`, except that a change of the language draws the component again: it or what it draws has text. */
export function memo<Props extends object>(
  draw: (props: Props) => ReactNode,
  isSame?: (before: Readonly<Props>, after: Readonly<Props>) => boolean,
) {
  function InLanguage(props: Props): ReactNode {
    useLanguage()
    return draw(props)
  }
  // The name that a trace has.
  Object.defineProperty(InLanguage, 'name', { value: draw.name })
  return reactMemo(InLanguage, isSame)
}
