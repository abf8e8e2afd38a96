import { Fragment } from 'react'

/** A name, such as that of a model, which may break after its punctuation: words stay whole as long as they fit. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[-:/_@])(?=[^-:/_@])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
