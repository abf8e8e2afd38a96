import type { ModelInfo } from '../../../shared/models/models'
import type { ModelGroup } from './model-options'

export const optionHeightPx = 30
export const headingHeightPx = 26
/** Lists up to this length are rendered completely. */
const renderAllUpTo = 200
/** How many options beyond the visible ones are rendered, above and below. */
const overscanCount = 12

/** A group and its position in the list. */
export interface PlacedGroup {
  group: ModelGroup
  topPx: number
  heightPx: number
  /** How many options precede it. */
  before: number
}

export interface ListLayout {
  groups: PlacedGroup[]
  heightPx: number
  count: number
}

/** Lays out a list of all groups. */
export function layOut(groups: readonly ModelGroup[]): ListLayout {
  let heightPx = 0
  let count = 0
  const placed = groups.map((group): PlacedGroup => {
    const place = {
      group,
      topPx: heightPx,
      heightPx: headingHeightPx + group.models.length * optionHeightPx,
      before: count,
    }
    heightPx += place.heightPx
    count += group.models.length
    return place
  })
  return { groups: placed, heightPx, count }
}

/** A rendered option. */
export interface DrawnOption {
  model: ModelInfo
  /** Relative to its group. */
  topPx: number
  /** Among all options, from 1. */
  position: number
}

/** The options of a group to render while this part of the list is visible. */
export function optionsInView(
  { group, topPx, before }: PlacedGroup,
  count: number,
  seen: { top: number; height: number },
): DrawnOption[] {
  const options = group.models.map((model, index) => ({
    model,
    topPx: headingHeightPx + index * optionHeightPx,
    position: before + index + 1,
  }))
  if (count <= renderAllUpTo) return options
  const spare = overscanCount * optionHeightPx
  const from = seen.top - spare - topPx
  const to = seen.top + seen.height + spare - topPx
  return options.filter((option) => option.topPx + optionHeightPx > from && option.topPx < to)
}

/** The top and bottom of an option in the list, including the heading for the first of a group; null if absent. */
export function placeOf(
  layout: ListLayout,
  modelId: string | null,
): { topPx: number; bottomPx: number } | null {
  for (const { group, topPx } of layout.groups) {
    const index = group.models.findIndex(({ id }) => id === modelId)
    if (index === -1) continue
    const own = topPx + headingHeightPx + index * optionHeightPx
    return { topPx: index === 0 ? topPx : own, bottomPx: own + optionHeightPx }
  }
  return null
}
