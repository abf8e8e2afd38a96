import { useEffect, useRef, type FocusEvent } from 'react'

/** Keeps a whole form in view while it is used: in a small window, its button and its `result` would be out of sight. */
export function useFormInView(result: object | null | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result != null && form.current?.contains(document.activeElement) === true) show(form.current)
  }, [result])
  return {
    ref: form,
    // A button must not move between the press and the release of a mouse button.
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (target instanceof HTMLInputElement) show(currentTarget)
    },
  }
}

function show(form: Element): void {
  form.scrollIntoView({ block: 'nearest' })
}
