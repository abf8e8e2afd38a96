import type { CSSProperties, ReactNode } from 'react'

import { formatCount, formatRate, formatSeconds } from '../ui/figures'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { AppModelPicker } from '../ui/model-picker/app-model-picker'
import type { PaneFigures, PaneStatus } from './pane-figures'
import { paneLetter } from './pane-letter'

export interface PaneFrameProps {
  position: number
  model: string | null
  status: PaneStatus
  figures: PaneFigures | null
  /** Stop while it runs, Re-run when it does not. */
  action: ReactNode
  onModel: (model: string) => void
  onRemove?: (() => void) | undefined
  children: ReactNode
}

/** What every pane looks like: letter, model, its one action, a line of figures. */
export function PaneFrame(props: PaneFrameProps) {
  const { position, model, status, figures, action, onModel, onRemove, children } = props
  const { letter, color } = paneLetter(position)
  const style: CSSProperties = { '--pane-color': color } as CSSProperties
  const name = `Pane ${position + 1}`
  return (
    <section className="pane" aria-label={name} style={style}>
      <header className="pane-head">
        <span className="pane-tag" aria-hidden="true">
          {letter}
        </span>
        <div className="pane-model">
          <AppModelPicker value={model} look="plain" align="start" onChange={onModel} />
        </div>
        {action}
        {onRemove !== undefined && (
          <Button
            look="quiet"
            className="pane-remove"
            aria-label={`Remove pane ${position + 1}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget)
              onRemove()
            }}
          >
            <Icon name="close" />
          </Button>
        )}
      </header>
      <div className="pane-figures">
        <span role="status" className={`pane-status pane-status-${status.toLowerCase()}`}>
          {status}
        </span>
        {figures !== null && <Figures figures={figures} />}
      </div>
      {children}
    </section>
  )
}

/** The pane is about to go: the keyboard stays among the panes. */
function focusNeighbour(button: HTMLElement): void {
  const pane = button.closest('.pane')
  const neighbour = pane?.nextElementSibling ?? pane?.previousElementSibling
  neighbour?.querySelector('input')?.focus()
}

function Figures({ figures }: { figures: PaneFigures }) {
  const { ttftMs, tokensPerSecond, tokens, isEstimate } = figures
  const about = isEstimate ? '~' : ''
  const rate = tokensPerSecond === null ? null : formatRate(tokensPerSecond)
  return (
    <>
      <span title="Time to the first token">{ttftMs === null ? '–' : formatSeconds(ttftMs)}</span>
      <span title="Tokens per second">{rate === null ? '–' : `${about}${rate} tok/s`}</span>
      <span title={isEstimate ? 'Tokens, reckoned from the length' : 'Tokens'}>
        {tokens === null ? '–' : `${about}${formatCount(tokens)}`}
      </span>
    </>
  )
}
