import type { CSSProperties, KeyboardEventHandler, ReactNode } from 'react'

import type { AgentPermission } from '../../../../shared/agents/agents'
import { t } from '../../../language/t'
import { formatCount, formatRate, formatSeconds } from '../../../language/format'
import { CloseButton } from '../../../ui/controls/button'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { statusName, type PaneMetrics, type PaneStatus } from './pane-metrics'
import { classNames } from '../../../ui/class-names'
import { Ellipsis, HiddenText, Row, Stack, Text, type Tone } from '../../../ui/layout/layout'
import { MenuButton, type MenuItem } from '../../../ui/overlays/menu'
import { useShortcutKeys } from '../../../state/app/use-app'
import blindStyles from '../blind/blind.module.css'
import compareStyles from '../compare.module.css'
import paneGridStyles from '../layout/pane-grid.module.css'

const statusTones: Readonly<Record<PaneStatus, Tone>> = {
  Idle: 'faint',
  Queued: 'faint',
  Waiting: 'faint',
  Streaming: 'accent',
  Done: 'good',
  Stopped: 'warn',
  Failed: 'bad',
}

interface PaneFrameProps {
  position: number
  tag: { letter: string; color: string }
  model: string | null
  /** The contestant is hidden: only the letter is shown. */
  isHidden?: boolean
  /** The panes will be shuffled, so the letter is not yet that of the contestant. */
  isShuffled?: boolean
  /** The contestant was just revealed. */
  isRevealed?: boolean
  status: PaneStatus
  /** The run waits for a decision of the user. */
  needsDecision?: boolean
  metrics: PaneMetrics | null
  /** The settings that distinguish it from the other panes; empty if none. */
  variant: string
  /** The agent's permission; null for models. */
  permission: AgentPermission | null
  /** Stop while a run is active, otherwise Re-run. */
  action: ReactNode
  menu: ReactNode
  /** Maximises the pane, or shows all panes large again. */
  onHeadDoubleClick?: (() => void) | undefined
  onKeyDown?: KeyboardEventHandler<HTMLElement>
  onModel: (model: string) => void
  onRemove?: (() => void) | undefined
  children: ReactNode
}

/** The frame of every pane: letter, model, main action and metrics. */
export function PaneFrame(props: PaneFrameProps) {
  const { position, model, status, metrics, variant, action, menu, onModel, onRemove, children } = props
  const { permission } = props
  const { letter, color } = props.tag
  // Hidden answers appear together, so the bar below the panes says it once.
  const Status =
    props.isHidden === true && (status === 'Waiting' || status === 'Streaming') ? HiddenText : Text
  const style = { '--pane-color': color, '--reveal-delay': `${position * 0.12}s` } as CSSProperties
  return (
    <Stack
      as="section"
      gap={0}
      className={compareStyles.pane}
      data-slot="pane"
      aria-label={t('compare.pane.name', { letter })}
      style={style}
      onKeyDown={props.onKeyDown}
    >
      <Row
        as="header"
        className={compareStyles.paneHead}
        data-slot="pane-head"
        onDoubleClick={(event) => {
          if (
            event.target instanceof Element &&
            event.target.closest('button, [data-slot="model-picker"]') === null
          ) {
            props.onHeadDoubleClick?.()
          }
        }}
      >
        <span className={compareStyles.paneTag} data-slot="pane-tag" aria-hidden="true">
          {props.isShuffled === true ? '?' : letter}
        </span>
        <Row
          gap={0}
          align="baseline"
          grow
          className={classNames(compareStyles.paneModel, props.isRevealed === true && blindStyles.revealed)}
          data-slot="pane-model"
        >
          {props.isHidden === true ? (
            <Ellipsis tone="soft">{t('compare.blind.contestant', { letter })}</Ellipsis>
          ) : (
            <AppModelPicker value={model} variant="plain" align="start" onChange={onModel} />
          )}
        </Row>
        {action}
        {menu}
        {onRemove !== undefined && (
          <CloseButton
            className={compareStyles.paneRemove}
            data-slot="pane-remove"
            label={t('compare.pane.remove', { letter })}
            onClick={(event) => {
              focusNeighbour(event.currentTarget)
              onRemove()
            }}
          />
        )}
      </Row>
      <Row
        align="stretch"
        gap={3}
        grow={false}
        tone="soft"
        size="xs"
        tabular
        line="below"
        className={compareStyles.paneFigures}
        data-slot="pane-figures"
      >
        {/* The announcer reports the outcome together with the pane's name. */}
        <Status
          grow={false}
          tone={statusTones[status]}
          weight="strong"
          role="status"
          aria-live="off"
          data-slot="pane-status"
        >
          {statusName(status)}
        </Status>
        {props.needsDecision === true && (
          <Text grow={false} tone="warn" weight="strong" data-slot="pane-decision">
            {t('messages.approval.needsDecision')}
          </Text>
        )}
        {permission !== null && (
          <Text
            grow={false}
            tone={permission === 'unlimited' ? 'warn' : undefined}
            title={t('agents.permission.named', { permission: t(`agents.permission.${permission}`) })}
          >
            {t(`agents.permission.${permission}Short`)}
          </Text>
        )}
        {variant !== '' && (
          <span className={compareStyles.paneVariant} data-slot="pane-variant" title={variant}>
            {variant}
          </span>
        )}
        {metrics !== null && <MetricsText metrics={metrics} />}
      </Row>
      {children}
    </Stack>
  )
}

/** The pane is about to disappear; focus a neighbour. */
function focusNeighbour(button: HTMLElement): void {
  const panes = [...(button.closest('[data-slot="pane-grid"]')?.querySelectorAll('[data-slot="pane"]') ?? [])]
  const at = panes.findIndex((pane) => pane.contains(button))
  const neighbour = panes[at + 1] ?? panes[at - 1]
  neighbour?.querySelector('input')?.focus()
}

function MetricsText({ metrics }: { metrics: PaneMetrics }) {
  const { ttftMs, isReasoning, firstTextMs, tokensPerSecond, tokens, isEstimate } = metrics
  const about = isEstimate ? '~' : ''
  const rate = tokensPerSecond === null ? null : formatRate(tokensPerSecond)
  return (
    <Row align="stretch" wrap className={compareStyles.paneMetrics} data-slot="pane-metrics">
      {ttftMs !== null && (
        <span className={paneGridStyles.paneFigureFirst} title={t('common.timeToFirstToken')}>
          {t(isReasoning ? 'compare.pane.firstThought' : 'compare.pane.firstToken', {
            time: formatSeconds(ttftMs),
          })}
        </span>
      )}
      {isReasoning && firstTextMs !== null && (
        <span className={paneGridStyles.paneFigureFirst} title={t('compare.pane.timeToFirstWord')}>
          {t('compare.pane.firstWord', { time: formatSeconds(firstTextMs) })}
        </span>
      )}
      {rate !== null && (
        <span title={t('compare.pane.tokensPerSecond')}>
          {about}
          {rate}
          <span className={paneGridStyles.paneFigureUnit}> {t('compare.pane.tokensUnit')}</span>/s
        </span>
      )}
      {tokens !== null && (
        <span title={t(isEstimate ? 'compare.pane.tokensReckoned' : 'compare.pane.tokens')}>
          {about}
          {formatCount(tokens)} {t('compare.pane.tokensUnit')}
        </span>
      )}
    </Row>
  )
}

interface PaneMenuProps {
  letter: string
  position: number
  paneCount: number
  /** Absent while the contestant is hidden. */
  onOpenSettings: (() => void) | undefined
  onMove: (position: number) => void
  /** Absent if maximising makes no difference. */
  maximise?: { isMaximised: boolean; onChange: () => void } | undefined
  /** Absent until the pane is stored. */
  promote?: { refusal: string | null; onChoose: () => void } | undefined
}

/** Further actions for a pane. */
export function PaneMenu(props: PaneMenuProps) {
  const shortcutKeys = useShortcutKeys()
  const { letter, position, paneCount, onOpenSettings, onMove, maximise, promote } = props
  const items: MenuItem[] = [
    ...(maximise === undefined
      ? []
      : [
          {
            label: t(maximise.isMaximised ? 'compare.paneMenu.showAll' : 'compare.paneMenu.maximise'),
            shortcut: maximise.isMaximised ? 'Escape' : shortcutKeys('maximisePane'),
            onChoose: maximise.onChange,
          },
        ]),
    ...(onOpenSettings === undefined
      ? []
      : [{ label: t('compare.paneMenu.modelSettings'), onChoose: onOpenSettings }]),
    {
      label: t('compare.paneMenu.moveLeft'),
      shortcut: shortcutKeys('movePaneLeft'),
      refusal: position === 0 ? t('compare.paneMenu.isFirst') : null,
      onChoose: () => onMove(position - 1),
    },
    {
      label: t('compare.paneMenu.moveRight'),
      shortcut: shortcutKeys('movePaneRight'),
      refusal: position === paneCount - 1 ? t('compare.paneMenu.isLast') : null,
      onChoose: () => onMove(position + 1),
    },
    ...(promote === undefined ? [] : [{ label: t('common.continueAsChat'), ...promote }]),
  ]
  return (
    <span className={compareStyles.paneMenu} data-slot="pane-menu">
      <MenuButton label={t('compare.paneMenu.label', { letter })} items={items} />
    </span>
  )
}
