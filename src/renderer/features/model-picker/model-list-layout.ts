import type { ModelInfo } from '../../../shared/models/models'
import type { DrawnRow } from '../../ui/viewport/use-virtual-rows'
import type { ModelGroup } from './model-options'

export const headingHeightPx = 26
const optionHeightPx = 30
/** Lists that are no longer than this are drawn whole. */
export const wholeUpTo = 200

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

/** What is drawn of one group: a box around that, in the list. */
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
    const top = rows[0]?.topPx ?? 0
    const last = rows.at(-1)
    return {
      group,
      topPx: top,
      heightPx: last === undefined ? 0 : last.topPx + last.row.heightPx - top,
      hasHeading: rows[0]?.row.kind === 'heading',
      options: rows.flatMap(({ row, topPx }) =>
        row.kind === 'option' ? [{ option: row, topPx: topPx - top }] : [],
      ),
    }
  })
}
