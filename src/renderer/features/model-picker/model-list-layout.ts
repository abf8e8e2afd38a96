import type { ModelInfo } from '../../../shared/models/models'
import type { DrawnRow } from '../../ui/viewport/use-virtual-rows'
import type { ModelGroup } from './model-options'

/** The height of a heading; that of an option is below. */
export const headingHeightPx = 26
const optionHeightPx = 30
/** Lists that are no longer than this are drawn whole. */
export const wholeUpTo = 60

interface HeadingRow {
  kind: 'heading'
  key: string
  group: ModelGroup
  heightPx: number
}

/** A model in the list. */
export interface OptionRow {
  kind: 'option'
  key: string
  group: ModelGroup
  heightPx: number
  model: ModelInfo
  /** Among all options, and within its group, from 1. */
  position: number
  positionInGroup: number
}

/** A row of the list. Heights are in CSS pixels. */
export type ModelRow = HeadingRow | OptionRow

/** The rows of a list of all groups, each group under its heading. */
export function rowsOf(groups: readonly ModelGroup[]): ModelRow[] {
  let count = 0
  return groups.flatMap((group): ModelRow[] => [
    { kind: 'heading', key: group.key, group, heightPx: headingHeightPx },
    ...group.models.map((model, index): ModelRow => {
      count += 1
      const position = { position: count, positionInGroup: index + 1 }
      return {
        kind: 'option',
        key: `${group.key} ${model.id}`,
        group,
        heightPx: optionHeightPx,
        model,
        ...position,
      }
    }),
  ])
}

/** The drawn part of one group, in a box for the whole group, so that scrolling moves nothing. */
export interface DrawnGroup {
  group: ModelGroup
  topPx: number
  heightPx: number
  hasHeading: boolean
  /** Each with its place in the box. */
  options: readonly { option: OptionRow; topPx: number }[]
}

/** The rows that are drawn, by group. */
export function drawnGroups(drawn: readonly DrawnRow<ModelRow>[]): DrawnGroup[] {
  return [...Map.groupBy(drawn, ({ row }) => row.group)].map(([group, rows]) => {
    const [first] = rows
    return {
      group,
      topPx: first === undefined ? 0 : first.topPx - placeInGroup(first.row),
      heightPx: headingHeightPx + group.models.length * optionHeightPx,
      hasHeading: first?.row.kind === 'heading',
      options: rows.flatMap(({ row }) =>
        row.kind === 'option' ? [{ option: row, topPx: placeInGroup(row) }] : [],
      ),
    }
  })
}

function placeInGroup(row: ModelRow): number {
  return row.kind === 'heading' ? 0 : headingHeightPx + (row.positionInGroup - 1) * optionHeightPx
}
