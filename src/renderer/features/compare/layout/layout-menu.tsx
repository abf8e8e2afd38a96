import { useCallback, useState } from 'react'

import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useApp, useViewActions } from '../../../state/app/use-app'
import { Icon } from '../../../ui/controls/icon'
import { TextMenuButton } from '../../../ui/overlays/text-menu-button'
import { hasRoomFor, type PaneArrangement, paneArrangements, type ViewSize } from './choose-layout'
import { shownViewSize } from './pane-grid'

const storageKey = 'parley.pane-arrangement'

const actionOf = {
  auto: 'layoutAuto',
  columns: 'layoutColumns',
  grid: 'layoutGrid',
  single: 'layoutSingle',
} as const

/**
 * What the user wants for all comparisons, kept in the window's storage like the sizes of panes. `showAll` ends showing
 * one pane at a time in this comparison only.
 */
export function useArrangement(paneCount: number) {
  const { storage } = useApp().environment
  const [arrangement, setArrangement] = useState<PaneArrangement>(
    () => paneArrangements.find((known) => known === storage.getItem(storageKey)) ?? 'auto',
  )
  const choose = useCallback(
    (wanted: PaneArrangement) => {
      setArrangement(wanted)
      storage.setItem(storageKey, wanted)
    },
    [storage],
  )
  // Others are still shown one at a time.
  const showAll = useCallback(() => setArrangement('auto'), [])
  useViewActions(() =>
    paneArrangements.map((wanted) =>
      action(actionOf[wanted], {
        disabledReason: () => refusalOf(wanted, paneCount, shownViewSize()),
        run: () => choose(wanted),
      }),
    ),
  )
  return { arrangement, choose, showAll: arrangement === 'single' ? showAll : null }
}

interface LayoutMenuProps {
  paneCount: number
  arrangement: PaneArrangement
  onChoose: (wanted: PaneArrangement) => void
}

/** Chooses how the panes are arranged. */
export function LayoutMenu({ paneCount, arrangement, onChoose }: LayoutMenuProps) {
  /** When the menu was opened: measuring takes a layout of the page. */
  const [view, setView] = useState<ViewSize | null>(null)
  return (
    <TextMenuButton
      label={t('compare.layout.title')}
      onOpen={() => setView(shownViewSize())}
      items={paneArrangements.map((wanted) => ({
        label: t(`compare.layout.${wanted}`),
        isChosen: wanted === arrangement,
        refusal: view === null ? null : refusalOf(wanted, paneCount, view),
        onChoose: () => onChoose(wanted),
      }))}
    >
      <Icon name="layout" />
    </TextMenuButton>
  )
}

function refusalOf(wanted: PaneArrangement, paneCount: number, view: ViewSize): string | null {
  return hasRoomFor(wanted, paneCount, view) ? null : t('compare.layout.noRoom')
}
