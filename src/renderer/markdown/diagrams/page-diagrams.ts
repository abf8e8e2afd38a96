import { type PageDiagram, pageDiagramLimits } from '../../../shared/store/page-diagrams'
import { drawDiagram } from './diagram-svg'

/** The time for all diagrams of one export; those that are left then stay source. */
const maxTotalMs = 120_000

/**
 * Draws diagrams for pages that someone else reads, in light colours whatever those of the window are. What cannot be
 * drawn is left out.
 * @throws the signal's reason
 */
export async function drawForPages(
  sources: readonly string[],
  { signal, onDrawn }: { signal: AbortSignal; onDrawn: (count: number) => void },
): Promise<PageDiagram[]> {
  const { svgChars, totalSvgChars } = pageDiagramLimits
  const drawn: PageDiagram[] = []
  const startedAt = performance.now()
  let left: number = totalSvgChars
  for (const [index, source] of sources.entries()) {
    onDrawn(index)
    const svg = await drawing(source)
    signal.throwIfAborted()
    if (svg !== null && svg.length <= Math.min(svgChars, left)) {
      drawn.push({ source, svg })
      left -= svg.length
    }
    if (performance.now() - startedAt > maxTotalMs) break
  }
  return drawn
}

async function drawing(source: string): Promise<string | null> {
  try {
    return (await drawDiagram(source, 'page')).svg
  } catch {
    // The page shows its source, as the window does.
    return null
  }
}
