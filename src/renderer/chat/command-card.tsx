import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../shared/invariant'
import type { SessionStatus, SessionUsage } from '../../shared/sessions'
import { chatCommands } from '../state/commands/chat-commands'
import type { CommandCard } from '../state/commands/command'
import { modelName } from '../state/models'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { sendKeyName } from '../ui/composer/send-key'
import { formatCost, formatCount, formatMoment } from '../ui/figures'
import { Icon } from '../ui/icon'
import { shortcutNames } from '../ui/shortcut-names'
import './command-card.css'

/** What a command shows, above the composer: read and put away, no part of the chat. */
export function CommandCardView({ card, onClose }: { card: CommandCard; onClose: () => void }) {
  return (
    <section
      className="command-card"
      aria-label={titleOf(card)}
      aria-live="polite"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className="command-card-head">
        <h3>{titleOf(card)}</h3>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <CardBody card={card} />
    </section>
  )
}

function titleOf(card: CommandCard): string {
  switch (card.kind) {
    case 'status':
      return 'Status'
    case 'usage':
      return 'Usage'
    case 'help':
      return 'Help'
    default:
      return assertNever(card)
  }
}

function CardBody({ card }: { card: CommandCard }) {
  switch (card.kind) {
    case 'status':
      return <StatusFigures status={card.status} />
    case 'usage':
      return <UsageFigures usage={card.usage} />
    case 'help':
      return <Help />
    default:
      return assertNever(card)
  }
}

function StatusFigures({ status }: { status: SessionStatus }) {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  return (
    <dl className="command-card-figures">
      <Figure name="Title">{status.title}</Figure>
      <Figure name="Model">{modelName(models, status.model)}</Figure>
      <Figure name="Workspace">{status.workspace ?? 'None'}</Figure>
      <Figure name="Messages">{formatCount(status.messageCount)}</Figure>
      <Figure name="Begun">{formatMoment(status.createdAt)}</Figure>
      <Figure name="Last changed">{formatMoment(status.updatedAt)}</Figure>
      <Figure name="Now">{status.running ? 'Answering' : 'Idle'}</Figure>
    </dl>
  )
}

function UsageFigures({ usage }: { usage: SessionUsage }) {
  return (
    <dl className="command-card-figures">
      <Figure name="Input">{formatCount(usage.inputTokens)} tokens</Figure>
      <Figure name="Output">{formatCount(usage.outputTokens)} tokens</Figure>
      <Figure name="Together">{formatCount(usage.totalTokens)} tokens</Figure>
      <Figure name="Cost">{usage.costUsd === null ? 'not known' : formatCost(usage.costUsd)}</Figure>
    </dl>
  )
}

function Help() {
  const sendWith = useStore(useApp().settings, (state) => state.settings.sendWith)
  return (
    <div className="command-card-help">
      <dl className="command-card-figures">
        {chatCommands.map(({ name, title, argument }) => (
          <Figure key={name} name={argument === null ? `/${name}` : `/${name} ${argument.hint}`}>
            {title}
          </Figure>
        ))}
      </dl>
      <dl className="command-card-figures">
        <Figure name={sendKeyName(sendWith)}>Send; queue while an answer is written</Figure>
        <Figure name={sendWith === 'enter' ? 'Shift+Enter' : 'Enter'}>A new line</Figure>
        <Figure name="↑">In an empty message: what was sent before</Figure>
        <Figure name="@model">At the beginning: who answers this once</Figure>
        <Figure name="Escape">Stop the answer</Figure>
        <Figure name={shortcutNames.palette}>All actions, to search in</Figure>
        <Figure name={shortcutNames.shortcuts}>All shortcuts</Figure>
        <Figure name="//">Begin a message with a slash</Figure>
      </dl>
    </div>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="command-card-figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
