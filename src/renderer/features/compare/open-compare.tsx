import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { PaneId } from '../../../shared/ids'
import type { MergeKind } from '../../../shared/merges/merges'
import {
  type Comparison,
  type ComparisonSummary,
  isHidden,
  paneLimits,
} from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { modelToAdd } from '../../state/models/models'
import { useApp, useShortcutNames } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { ErrorBoundary } from '../../ui/boundaries/error-boundary'
import { errorLine } from '../../errors/error-text'
import { Icon } from '../../ui/controls/icon'
import { ProjectChip } from '../projects/project-chip'
import { compareEntry } from '../../state/session-list/session-entry'
import { LocalMark } from '../title-bar/local-mark'
import { TitleBar } from '../title-bar/title-bar'
import { UndoBar } from '../../ui/controls/notice-bar'
import { CompareComposer } from './compare-composer'
import { usePaneStates } from './answers/use-pane-states'
import { BlindBar } from './blind/blind-bar'
import { RevealDialog, RevealedContestants, useWasJustRevealed } from './blind/reveal-dialog'
import { MetricsDialog } from './metrics/metrics-dialog'
import { Pane } from './panes/pane'
import { LayoutMenu, useArrangement } from './layout/layout-menu'
import { PaneGrid } from './layout/pane-grid'
import { focusPaneBody, havePage, useComparePages } from './pages/compare-pages'
import { loadPages, PagesBar } from './pages/lazy-pages'
import { SharedQuestion } from './question/shared-question'
import { QuestionLengthContext, useSharedTurns } from './question/use-shared-turns'
import { paneLetter, paneName, paneVariants } from './panes/identity/pane-name'
import { focusedPosition } from './panes/use-pane-actions'
import { PaneSettingsDialog } from './panes/pane-settings-dialog'
import { PaneProgress } from './pane-progress'
import { VoteBar } from './voting/vote-bar'
import { DifferencesDrawer } from './differences/differences-drawer'
import { MergePane, mergeTag } from './merge/merge-pane'
import { ReplayDialog } from './replay/replay-dialog'
import { OpenLineUps } from './set-up/open-line-ups'
import { useCompareActions } from './use-compare-actions'
import { useShownPane } from './use-shown-pane'
import { HiddenText, Row } from '../../ui/layout/layout'
import { TextMenuButton } from '../../ui/overlays/text-menu-button'
import styles from './compare.module.css'

const mergeKey = 'merge'
/** Beside the differences, lower panes are better than one at a time. */
const leastRowBesidePx = 180

/** A stored comparison: panes side by side, progress below them, and one composer for all. */
export function OpenCompare({ store, comparison }: { store: ComparisonStore; comparison: Comparison }) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const scrollsTogether = useStore(app.settings.store, (state) => state.settings.scrollPanesTogether)
  const isKeptHere = useStore(app.sessionList.store, ({ comparisons }) => {
    return (comparisons.find(({ id }) => id === comparison.id) ?? comparison).isLocal === true
  })
  const error = useStore(store.store, (state) => state.error)
  const removed = useStore(store.store, (state) => state.removed)
  const shortcutName = useShortcutNames()
  const [areFiguresOpen, setFiguresOpen] = useState(false)
  const [isReplaying, setReplaying] = useState(false)
  const [isRevealing, setRevealing] = useState(false)
  const [isMerging, setMerging] = useState(false)
  /** The kind of merge that was asked for; null for the one that was used last. */
  const [mergeKind, setMergeKind] = useState<MergeKind | null>(null)
  const [areDifferencesOpen, setDifferencesOpen] = useState(false)
  const [settingsOf, setSettingsOf] = useState<PaneId | null>(null)
  useEffect(() => {
    document.title = `${comparison.title} · Parley`
    return () => {
      document.title = 'Parley'
    }
  }, [comparison.title])

  const { panes } = comparison
  const hidden = isHidden(comparison)
  const isRevealed = useWasJustRevealed(comparison)
  // The merge is one of the panes.
  const isMergeShown = isMerging && !hidden
  const paneCount = panes.length + (isMergeShown ? 1 : 0)
  const { arrangement, choose, showAll } = useArrangement(paneCount)
  const shown = useShownPane(store, panes, {
    extraKey: isMergeShown ? mergeKey : null,
    onShowAll: showAll,
  })
  const [isSideBySide, setSideBySide] = useState(false)
  const { turn, lengthOf } = useSharedTurns(store, panes, isSideBySide)
  const running = usePaneStates(store, panes, () =>
    panes
      .filter((pane) => store.conversationOf(pane).store.getState().isRunning)
      .map(({ paneId }) => paneId)
      .join(' '),
  )
  const pages = useComparePages(store, panes)
  const arePagesShown = useStore(pages.store, (state) => state.isShown)
  const canShowPages = useStore(pages.store, ({ answers }) => arePagesShown || havePage(answers))
  const areVotedPages = useStore(pages.store, (state) => state.isShown && (!hidden || state.isReady))
  const flip = async () => {
    await loadPages()
    const pane = panes[focusedPosition() ?? -1]
    // What had the focus is behind something else then.
    if (pane === undefined) pages.flip()
    else focusPaneBody(pane.paneId, () => pages.flip())
  }
  /** Goes through the panes, from the focused or the large one. */
  const step = (by: 1 | -1) => {
    const large = panes.findIndex(({ paneId }) => paneId === shown.key)
    const at = focusedPosition() ?? (large === -1 && by === -1 ? 0 : large)
    const next = panes[(at + by + panes.length) % panes.length]
    if (next !== undefined) focusPaneBody(next.paneId, () => shown.show(next.paneId))
  }
  const variants = paneVariants(panes, { saysPermission: false })
  const settingsAt = panes.find(({ paneId }) => paneId === settingsOf)
  // Not `disabled`, which would lose the focus after the last possible pane is added.
  const canAdd = !hidden && panes.length < paneLimits.max && models.length > 0
  const addPane = () => {
    if (!canAdd) return
    const model = modelToAdd(
      models,
      panes.map((pane) => pane.model),
    )
    if (model !== null) void store.addPane(model)
  }
  const openMerge = (isOpen: boolean, kind: MergeKind | null = null) => {
    setMergeKind(kind)
    setMerging(isOpen)
    if (isOpen) shown.show(mergeKey)
  }
  useCompareActions({
    store,
    panes,
    hidden,
    onAddPane: addPane,
    onMetrics: () => setFiguresOpen(true),
    onMerge: () => openMerge(true),
    onReplay: () => setReplaying(true),
    onFlip: canShowPages ? () => void flip() : null,
  })

  const closeDifferences = () => {
    document.querySelector<HTMLElement>('[data-slot="differences-toggle"]')?.focus()
    setDifferencesOpen(false)
  }

  const explain = () => {
    // The panes need the room.
    setDifferencesOpen(false)
    openMerge(true, 'conflicts')
  }

  return (
    <>
      <TitleBar
        title={comparison.title}
        onRename={(title) => void store.rename(title)}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <ProjectChip
          projectId={comparison.projectId}
          onChange={() => {
            const { comparisons } = app.sessionList.store.getState()
            const entry = compareEntry(
              comparisons.find(({ id }) => id === comparison.id) ?? unlisted(comparison),
            )
            app.dialogs.open({ kind: 'project', shown: { kind: 'move', entries: [entry] } })
          }}
        />
        {isKeptHere && <LocalMark />}
        {isSideBySide && !arePagesShown && <ScrollTogether />}
        {canShowPages && (
          <Button
            variant="quiet"
            aria-pressed={arePagesShown}
            title={shortcutName('showPage')}
            onClick={() => void flip()}
          >
            {t('compare.pages.show')}
          </Button>
        )}
        <LayoutMenu paneCount={paneCount} arrangement={arrangement} onChoose={choose} />
        {!hidden && (
          <>
            <Button variant="quiet" aria-expanded={isMerging} onClick={() => openMerge(!isMerging)}>
              {t('common.merge')}
            </Button>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setFiguresOpen(true)}>
              {t('actions.titles.figures')}
            </Button>
            <OpenLineUps panes={panes} />
            <RemovedPanes store={store} count={comparison.removedCount ?? 0} />
            <Button
              aria-disabled={!canAdd}
              aria-label={t('actions.titles.addPane')}
              title={t('actions.titles.addPane')}
              onClick={addPane}
            >
              <Icon name="plus" /> <span className={styles.addPaneWord}>{t('actions.titles.addPane')}</span>
            </Button>
          </>
        )}
      </TitleBar>
      <div className={styles.beside}>
        <div className={styles.column}>
          {error !== null && (
            <Row gap={3} grow={false} pad={[2, 4]} tone="bad" className={styles.error} role="alert">
              <span>{errorLine(error)}</span>
              <Button
                variant="link"
                onClick={() => {
                  // The banner disappears; focus the composer.
                  focusComposer()
                  store.dismissError()
                }}
              >
                {t('common.dismiss')}
              </Button>
            </Row>
          )}
          {turn !== undefined && (
            <SharedQuestion key={turn.key} store={store} panes={panes} turn={turn} isHidden={hidden} />
          )}
          {arePagesShown && <PagesBar pages={pages} onStep={step} />}
          <QuestionLengthContext value={lengthOf}>
            <PaneGrid
              onArranged={setSideBySide}
              comparisonId={store.comparisonId}
              shownKey={shown.key}
              isMaximised={shown.isMaximised}
              arrangement={arrangement}
              showsPages={arePagesShown}
              onShow={shown.show}
              onMove={(key, position) => void store.movePane(key as PaneId, position)}
              onEscape={shown.restore}
              scrollsTogether={scrollsTogether}
              running={running}
              isHeld={!hidden && running !== ''}
              {...(areDifferencesOpen ? { minRowPx: leastRowBesidePx } : {})}
              panes={panes.map((pane, position) => ({
                key: pane.paneId,
                tag: paneLetter(pane),
                content: (
                  <ErrorBoundary place={t('compare.pane.name', paneLetter(pane))}>
                    <Pane
                      store={store}
                      pages={pages}
                      pane={pane}
                      position={position}
                      paneCount={panes.length}
                      isHidden={hidden}
                      isRevealed={isRevealed}
                      variant={variants[position] ?? ''}
                      isMaximised={shown.isMaximised}
                      canMaximise={showAll === null}
                      onOpenSettings={setSettingsOf}
                      onMaximise={shown.toggle}
                    />
                  </ErrorBoundary>
                ),
              }))}
              extra={
                isMergeShown
                  ? {
                      key: mergeKey,
                      tag: mergeTag,
                      content: (
                        <ErrorBoundary place={t('compare.merge.title')}>
                          <MergePane
                            key={mergeKind}
                            kind={mergeKind}
                            store={store}
                            panes={panes}
                            onShowPane={shown.show}
                            onClose={() => openMerge(false)}
                          />
                        </ErrorBoundary>
                      ),
                    }
                  : null
              }
            />
          </QuestionLengthContext>
          <HiddenText as="p" aria-live="polite">
            {shown.said}
          </HiddenText>
          {removed.map((pane) => (
            <div key={pane.paneId} className={styles.undo}>
              <UndoBar
                text={t('compare.page.removedPane', {
                  letter: paneLetter(pane).letter,
                  model: paneName(models, pane),
                })}
                onUndo={() => {
                  // The button disappears; focus the composer.
                  focusComposer()
                  void store.restorePane(pane.paneId)
                }}
                onGone={() => store.forgetRemoval(pane)}
              />
            </div>
          ))}
          {hidden && <BlindBar store={store} panes={panes} onReveal={() => setRevealing(true)} />}
          {!hidden && <PaneProgress store={store} panes={panes} />}
          <RevealedContestants comparison={comparison} />
          <VoteBar
            store={store}
            panes={panes}
            isBlind={hidden}
            how={areVotedPages ? 'rendered' : 'read'}
            onReveal={() => setRevealing(true)}
            areDifferencesOpen={areDifferencesOpen}
            onDifferences={() => setDifferencesOpen(!areDifferencesOpen)}
          />
          {isRevealing && hidden && <RevealDialog store={store} onClose={() => setRevealing(false)} />}
          <CompareComposer
            store={store}
            panes={panes}
            isHidden={hidden}
            onFirstEscape={shown.isMaximised ? shown.restore : undefined}
          />
        </div>
        {areDifferencesOpen && (
          <DifferencesDrawer
            store={store}
            panes={panes}
            onShowPane={shown.show}
            onExplain={hidden ? null : explain}
            onClose={closeDifferences}
          />
        )}
      </div>
      {settingsAt !== undefined && (
        <PaneSettingsDialog
          titleOf={(model) => t('compare.pane.settings', { letter: paneLetter(settingsAt).letter, model })}
          model={settingsAt.model}
          settings={settingsAt}
          onChange={(changed) => void store.updatePane(settingsAt.paneId, changed)}
          onWork={(work) => void store.setWork([{ paneId: settingsAt.paneId, work }])}
          onClose={() => setSettingsOf(null)}
        />
      )}
      {isReplaying && !hidden && (
        <ReplayDialog store={store} panes={panes} onClose={() => setReplaying(false)} />
      )}
      {areFiguresOpen && (
        <MetricsDialog
          store={store}
          comparison={comparison}
          onReplay={() => {
            setFiguresOpen(false)
            setReplaying(true)
          }}
          onClose={() => setFiguresOpen(false)}
        />
      )}
    </>
  )
}

/** Switches synchronised scrolling of the panes. */
function ScrollTogether() {
  const { settings } = useApp()
  const { scrollPanesTogether: isOn } = useStore(settings.store, (state) => state.settings)
  return (
    <Button
      variant="quiet"
      aria-pressed={isOn}
      title={t(isOn ? 'compare.page.scrollsTogether' : 'compare.page.scrollsApart')}
      onClick={() => void settings.change({ scrollPanesTogether: !isOn })}
    >
      {t('compare.page.scrollTogether')}
    </Button>
  )
}

/** As in the list, for a comparison that is not in its loaded part. */
function unlisted({ id, title, panes, projectId, createdAt, updatedAt }: Comparison): ComparisonSummary {
  return {
    id,
    title,
    paneCount: panes.length,
    running: false,
    pinned: false,
    archived: false,
    ...(projectId === undefined ? {} : { projectId }),
    createdAt,
    updatedAt,
  }
}

/** A menu of the removed panes, each of which can be restored; nothing if there are none. */
function RemovedPanes({ store, count }: { store: ComparisonStore; count: number }) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const removed = useStore(store.store, (state) => state.restorable)
  if (count === 0) return null
  return (
    <TextMenuButton
      items={removed.map(({ paneId, letter = '?', messageCount, ...contestant }) => ({
        label: t('compare.removed.restore', {
          letter,
          model: paneName(models, contestant),
          count: messageCount,
        }),
        onChoose: () => {
          // The button may disappear; focus the composer.
          focusComposer()
          void store.restorePane(paneId)
        },
      }))}
      onOpen={() => store.loadRestorable()}
    >
      {t('compare.removed.title', { count })}
    </TextMenuButton>
  )
}
