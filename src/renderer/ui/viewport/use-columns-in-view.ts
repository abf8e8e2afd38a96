import { type RefObject, useEffect, useState } from 'react'

/** Columns are drawn before they come into view: within this part of the width. */
const around = '25%'

/** Drawn before it is known which are in view. */
const firstColumns: ReadonlySet<number> = new Set(Array.from({ length: 8 }, (_, index) => index))

/** Of a wide table, the columns in view or near it, by the index of their head in the first row. */
export function useColumnsInView(
  scroller: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
  count: number,
): ReadonlySet<number> {
  const [shown, setShown] = useState(firstColumns)
  useEffect(() => {
    const heads = [...(head.current?.children ?? [])]
    const observer = new IntersectionObserver(
      (entries) =>
        setShown((before) => {
          // What was assumed is known now.
          const after = before === firstColumns ? new Set<number>() : new Set(before)
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) after.add(heads.indexOf(target))
            else after.delete(heads.indexOf(target))
          }
          return after
        }),
      { root: scroller.current, rootMargin: `0px ${around}` },
    )
    for (const each of heads) observer.observe(each)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another number of columns has other heads
  }, [scroller, head, count])
  return shown
}
