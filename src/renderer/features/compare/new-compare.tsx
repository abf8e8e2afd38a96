import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { LineUpId } from '../../../shared/ids'
import { agentOf } from '../../../shared/models/models'
import { paneLimits } from '../../../shared/sessions/sessions'
import { projectParams } from '../../../shared/projects/projects'
import { t } from '../../language/t'
import { workBeside } from '../../state/agents/agent-work'
import { newCompareDraft } from '../../state/drafts/draft-places'
import { failureData } from '../../errors/failure'
import {
  goneModels,
  hiddenModels,
  modelName,
  modelsToCompare,
  modelToAdd,
  ownParams,
  paramsFor,
} from '../../state/models/models'
import {
  newPanesFrom,
  storedPanes,
  withNewPane,
  withPaneMoved,
  type NewPane,
} from '../../state/comparisons/new-panes'
import { useApp, useViewActions, useShortcutKeys, useTitleWithKeys } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Composer, SendButton } from '../composer/composer'
import type { OutgoingMessage } from '../composer/composer-target'
import { useComposer } from '../composer/use-composer'
import { Icon } from '../../ui/controls/icon'
import { ProjectChip } from '../projects/project-chip'
import { TitleBar } from '../title-bar/title-bar'
import { PaneComposer } from './panes/pane-composer'
import { PaneFrame, PaneMenu } from './panes/pane-frame'
import { PaneGrid } from './layout/pane-grid'
import { paneLetter, paneVariants } from './panes/identity/pane-name'
import { PaneSettingsDialog } from './panes/pane-settings-dialog'
import { draftForAll, draftForPane, sendToPanes } from './panes/send-to-panes'
import { SetUpMenu } from './set-up/set-up-menu'
import { useNewPaneTools } from './panes/pane-tools'
import { usePaneActions } from './panes/use-pane-actions'
import { classNames } from '../../ui/class-names'
import { action } from '../../state/actions/action-list'
import { keyHost } from '../../keyboard/key-host'
import { ariaKeys } from '../../keyboard/keys'
import styles from './compare.module.css'

const place = newCompareDraft
/** There is nothing to read yet, so even low rows are fine. */
const minRowPx = 100

/** The key of a pane's draft until the pane is stored. */
const draftForNewPane = (id: number) => `pane:new-${id}`

/** A comparison that is not stored until its first message. Models are chosen in the panes. */
export function NewCompare() {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const phase = useStore(app.models.store, (state) => state.phase)
  const problems = useStore(app.models.store, (state) => state.problems)
  const lastModels = useStore(app.settings.store, (state) => state.settings.compareModels)
  const { newPanes } = app.comparisons
  const chosen = useStore(newPanes, (state) => state.panes)
  const setChosen = (wanted: readonly NewPane[] | null) => newPanes.setState({ panes: wanted })
  const view = useStore(app.navigation, (state) => state.view)
  // A ref, not state: another composer that sends must see it at once.
  const isCreating = useRef(false)
  const [settingsOf, setSettingsOf] = useState<number | null>(null)
  const isBlind = useIsBlind()
  const project = useStore(app.projects.store, (state) =>
    state.projects.find(({ id }) => id === state.openId),
  )
  const panesOfLineUp = useLineUp(project?.lineUpId ?? null)
  const withPane = (before: readonly NewPane[], model: string) =>
    withNewPane(before, model, projectParams(project ?? null) ?? ownParams(models, model))
  const panes =
    chosen ?? panesOfLineUp ?? modelsToCompare(models, lastModels).reduce<readonly NewPane[]>(withPane, [])
  const variants = paneVariants(panes, { saysPermission: false })
  const gone = goneModels(
    { phase, models, problems },
    panes.map(({ model }) => model),
  )
  const hidden = hiddenModels(
    models,
    panes.map(({ model }) => model),
  )
  const settingsAt = panes.findIndex(({ id }) => id === settingsOf)
  const settingsPane = panes[settingsAt]

  const change = (position: number, changed: Partial<NewPane>) => {
    const current = newPanes.getState().panes ?? panes
    const pane = current[position]
    if (pane !== undefined) setChosen(current.with(position, { ...pane, ...changed }))
  }
  const remove = (position: number) => {
    const [pane] = panes.slice(position, position + 1)
    setChosen(panes.toSpliced(position, 1))
    if (pane === undefined) return
    // The next pane with this number must not inherit the draft.
    app.drafts.set(draftForNewPane(pane.id), '')
    for (const { key } of app.attachments.of(draftForNewPane(pane.id))) {
      app.attachments.remove(draftForNewPane(pane.id), key)
    }
  }
  const move = (from: number, to: number) => setChosen(withPaneMoved(panes, from, to))
  usePaneActions({
    letters: panes.map((_, position) => paneLetter({ position }).letter),
    onGoTo: (position) =>
      document.querySelectorAll('[data-slot="pane-slot"]')[position]?.querySelector('textarea')?.focus(),
    onMove: (position, by) => {
      if (panes[position + by] !== undefined) move(position, position + by)
    },
  })

  const disabledReason = () => {
    if (isCreating.current) return failureData('RUN_ACTIVE', 'creating')
    if (panes.length < paneLimits.min) return failureData('INVALID_INPUT', 'too-few-models')
    const [first] = gone
    return first === undefined
      ? null
      : failureData('INVALID_INPUT', 'model-gone', { model: modelName(models, first) })
  }
  /** Stores the comparison and sends `message` to all panes or to `only`. */
  const start = async (message: OutgoingMessage, only?: NewPane) => {
    isCreating.current = true
    const lineUp = { compareModels: panes.map(({ model }) => model) }
    try {
      // Before the comparison exists: after that, nothing that main sends may name a contestant.
      if (isBlind) await app.settings.change(lineUp)
      const store = await app.comparisons.create({
        models: storedPanes(panes),
        ...(isBlind ? { isBlind } : {}),
        ...(project === undefined ? {} : { projectId: project.id }),
      })
      const stored = store.store.getState().comparison?.panes ?? []
      // Move the other drafts to where the stored panes look for them.
      app.outbox.move(place, draftForAll(store.comparisonId))
      // A blind comparison has its panes in another order, and nothing is sent to one of them.
      for (const [position, { id }] of isBlind ? [] : panes.entries()) {
        const pane = stored[position]
        if (pane !== undefined) app.outbox.move(draftForNewPane(id), draftForPane(pane.paneId))
      }
      const asked = stored.filter((_, position) => only === undefined || only === panes[position])
      void sendToPanes(app, store, asked, message)
      if (!isBlind) void app.settings.change(lineUp)
      const { comparisonId } = store
      app.navigateFrom(view, { kind: 'compare', comparisonId })
      setChosen(null)
      return null
    } finally {
      isCreating.current = false
    }
  }
  const toolsOf = useNewPaneTools(panes, project)
  const composer = useComposer({
    place,
    sessionId: null,
    variant: 'wide',
    commands: { kind: 'prompts' },
    recipients: panes,
    disabledReason,
    send: (message) => start(message),
    tools: toolsOf(panes.filter(({ model }) => agentOf(model) === null)),
    work: {
      where: 'pane',
      change: async (next) => {
        setChosen(panes.map((pane) => (agentOf(pane.model) === null ? pane : { ...pane, ...next(pane) })))
        return null
      },
    },
  })
  const canAdd = panes.length < paneLimits.max && models.length > 0
  const addPane = () => {
    if (!canAdd) return
    const model = modelToAdd(
      models,
      panes.map((pane) => pane.model),
    )
    if (model !== null) setChosen(withPane(panes, model))
  }

  return (
    <>
      <TitleBar
        title={t('actions.titles.newCompare')}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <ProjectChip
          projectId={project?.id}
          onChange={() => app.dialogs.open({ kind: 'project', shown: { kind: 'open' } })}
        />
        <SetUpMenu panes={panes} onChange={setChosen} />
        <BlindToggle />
        <Button aria-disabled={!canAdd} onClick={addPane}>
          <Icon name="plus" /> {t('actions.titles.addPane')}
        </Button>
      </TitleBar>
      {panes.length === 0 && phase !== 'loading' && (
        <p className={classNames(styles.paneHint, styles.empty)}>{t('compare.new.noModels')}</p>
      )}
      <PaneGrid
        comparisonId={null}
        minRowPx={minRowPx}
        onMove={(key, position) =>
          move(
            panes.findIndex(({ id }) => String(id) === key),
            position,
          )
        }
        panes={panes.map((pane, position) => ({
          key: String(pane.id),
          tag: paneLetter({ position }),
          content: (
            <PaneFrame
              position={position}
              isShuffled={isBlind}
              tag={paneLetter({ position })}
              model={pane.model}
              status="Idle"
              metrics={null}
              variant={variants[position] ?? ''}
              permission={agentOf(pane.model) === null ? null : (pane.permission ?? 'read-only')}
              action={null}
              menu={
                <PaneMenu
                  letter={paneLetter({ position }).letter}
                  position={position}
                  paneCount={panes.length}
                  onOpenSettings={() => setSettingsOf(pane.id)}
                  onMove={(to) => move(position, to)}
                />
              }
              onModel={(next) => {
                const joined = agentOf(next) === null ? {} : workBeside(pane, panes)
                change(position, { model: next, params: paramsFor(models, pane, next), ...joined })
              }}
              onRemove={panes.length > paneLimits.min ? () => remove(position) : undefined}
            >
              <div className={styles.paneEmpty} data-slot="pane-empty">
                {gone.includes(pane.model) && (
                  <p className={styles.paneGone} role="alert">
                    {t('compare.new.gone', { model: modelName(models, pane.model) })}
                  </p>
                )}
                {hidden.includes(pane.model) && (
                  <p className={styles.paneHint}>
                    {t('compare.new.hidden', { model: modelName(models, pane.model) })}
                  </p>
                )}
                {position === 0 && (
                  <p className={styles.paneHint}>
                    {t(isBlind ? 'compare.blind.explanation' : 'compare.new.explanation')}
                  </p>
                )}
              </div>
              {!isBlind && (
                <PaneComposer
                  place={draftForNewPane(pane.id)}
                  letter={paneLetter({ position }).letter}
                  sessionId={null}
                  isNew
                  pane={pane}
                  tools={toolsOf([pane])}
                  disabledReason={disabledReason}
                  onSend={(message) => start(message, pane)}
                />
              )}
            </PaneFrame>
          ),
        }))}
      />
      <Composer
        composer={composer}
        label={t('compare.composer.label')}
        hint={<kbd>{t('compare.composer.sends', { key: composer.sendKey, panes: panes.length })}</kbd>}
        buttons={<SendButton composer={composer}>{t('compare.composer.sendToAll')}</SendButton>}
      />
      {settingsPane !== undefined && (
        <PaneSettingsDialog
          titleOf={(model) =>
            t('compare.pane.settings', { letter: paneLetter({ position: settingsAt }).letter, model })
          }
          model={settingsPane.model}
          settings={settingsPane}
          onChange={(changed) => change(settingsAt, changed)}
          onWork={(work) => change(settingsAt, work)}
          onClose={() => setSettingsOf(null)}
        />
      )}
    </>
  )
}

/** The panes of a saved line-up; null without one, or until it is loaded. */
function useLineUp(id: LineUpId | null): readonly NewPane[] | null {
  const { lineUps } = useApp()
  useEffect(() => {
    if (id !== null) void lineUps.load()
  }, [lineUps, id])
  const lineUp = useStore(lineUps.store, (state) => state.lineUps.find((known) => known.id === id))
  return useMemo(() => (lineUp === undefined ? null : newPanesFrom(lineUp.panes)), [lineUp])
}

/** Makes a new comparison blind. The choice is kept for the next one. */
function useIsBlind(): boolean {
  return useStore(useApp().settings.store, (state) => state.settings.compareBlind)
}

/** Switches blind mode for a new comparison. */
function BlindToggle() {
  const { settings } = useApp()
  const shortcutKeys = useShortcutKeys()
  const titleWithKeys = useTitleWithKeys()
  const isBlind = useIsBlind()
  const toggle = () => {
    const { settings: current } = settings.store.getState()
    void settings.change({ compareBlind: !current.compareBlind })
  }
  useViewActions(() => [action('blind', { run: toggle })])
  return (
    <Button
      variant="quiet"
      aria-pressed={isBlind}
      aria-keyshortcuts={ariaKeys(shortcutKeys('blind'), keyHost)}
      title={titleWithKeys(t(isBlind ? 'compare.blind.off' : 'compare.blind.on'), 'blind')}
      onClick={toggle}
    >
      {t('compare.blind.toggle')}
    </Button>
  )
}
