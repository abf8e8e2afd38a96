import { Suspense } from 'react'

import { lazyModule } from '../../ui/lazy-module'
import { CodeBlock, type CodeBlockProps } from '../code/code-block'

/** Few answers have a diagram. */
const diagrams = lazyModule(() => import('./diagram'))

/** Shows the source until the diagram can be drawn. */
export function LazyDiagram(props: CodeBlockProps) {
  return (
    <Suspense fallback={<CodeBlock {...props} />}>
      <LoadedDiagram {...props} />
    </Suspense>
  )
}

function LoadedDiagram(props: CodeBlockProps) {
  const { Diagram } = diagrams.useModule()
  return <Diagram {...props} />
}
