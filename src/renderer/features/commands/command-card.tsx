import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../shared/invariant'
import type { SessionStatus, SessionUsage } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { chatCommands } from './chat-commands'
import type { CommandCard } from './command'
import { modelName } from '../../state/models/models'
import { useApp, useShortcutNames } from '../../state/app/use-app'
import { CloseButton } from '../../ui/controls/button'
import { sendKeyName } from '../../keyboard/key-presses'
import { formatKnownCost, formatCount, formatMoment } from '../../language/format'
import { Row, Stack } from '../../ui/layout/layout'
import styles from './command-card.module.css'

/** A command's output above the composer. It can be dismissed and is not part of the chat. */
export function CommandCardView({ card, onClose }: { card: CommandCard; onClose: () => void }) {
  return (
    <section
      className={styles.commandCard}
      aria-label={titleOf(card)}
      aria-live="polite"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Row as="header" gap={0} justify="between" className={styles.head}>
        <h3>{titleOf(card)}</h3>
        <CloseButton label={t('common.close')} onClick={onClose} />
      </Row>
      <CardBody card={card} />
    </section>
  )
}

function titleOf(card: CommandCard): string {
  switch (card.kind) {
    case 'status':
      return t('common.status')
    case 'usage':
      return t('composer.card.usage')
    case 'help':
      return t('composer.card.help')
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
  const models = useStore(app.models.store, (state) => state.models)
  return (
    <Stack as="dl" gap={1} className={styles.figures}>
      <Figure name={t('common.title')}>{status.title}</Figure>
      <Figure name={t('common.model')}>{modelName(models, status.model)}</Figure>
      <Figure name={t('common.folder')}>{status.workspace ?? t('composer.card.none')}</Figure>
      <Figure name={t('common.messagesTitle')}>{formatCount(status.messageCount)}</Figure>
      <Figure name={t('composer.card.begun')}>{formatMoment(status.createdAt)}</Figure>
      <Figure name={t('composer.card.lastChanged')}>{formatMoment(status.updatedAt)}</Figure>
      <Figure name={t('composer.card.now')}>
        {status.running ? t('composer.card.answering') : t('common.idle')}
      </Figure>
    </Stack>
  )
}

function UsageFigures({ usage }: { usage: SessionUsage }) {
  return (
    <Stack as="dl" gap={1} className={styles.figures}>
      <Figure name={t('common.input')}>{tokens(usage.inputTokens)}</Figure>
      <Figure name={t('composer.card.output')}>{tokens(usage.outputTokens)}</Figure>
      <Figure name={t('composer.card.together')}>{tokens(usage.totalTokens)}</Figure>
      <Figure name={t('common.cost')}>{formatKnownCost(usage) ?? t('common.unknownWord')}</Figure>
    </Stack>
  )
}

function tokens(count: number): string {
  return t('common.tokens', { tokens: formatCount(count) })
}

function Help() {
  const shortcutNames = useShortcutNames()
  const sendWith = useStore(useApp().settings.store, (state) => state.settings.sendWith)
  const enter = t('actions.keys.Enter')
  return (
    <div className={styles.help}>
      <Stack as="dl" gap={1} className={styles.figures}>
        {chatCommands.map(({ name, title, argument }) => (
          <Figure key={name} name={argument === null ? `/${name}` : `/${name} ${argument.hint()}`}>
            {title()}
          </Figure>
        ))}
      </Stack>
      <Stack as="dl" gap={1} className={styles.figures}>
        <Figure name={sendKeyName(sendWith)}>{t('common.sendOrQueue')}</Figure>
        <Figure name={sendWith === 'enter' ? `${t('actions.keys.Shift')}+${enter}` : enter}>
          {t('common.newLine')}
        </Figure>
        <Figure name="↑">{t('common.previousMessages')}</Figure>
        <Figure name={t('composer.help.mentionName')}>{t('composer.help.mention')}</Figure>
        <Figure name="Escape">{t('actions.titles.stop')}</Figure>
        <KeyFigure keys={shortcutNames('palette')}>{t('composer.help.allActions')}</KeyFigure>
        <KeyFigure keys={shortcutNames('shortcuts')}>{t('common.allShortcuts')}</KeyFigure>
        <Figure name="//">{t('composer.help.slash')}</Figure>
      </Stack>
    </div>
  )
}

/** A figure for an action, unless the user has taken its keys away. */
function KeyFigure({ keys, children }: { keys: string | undefined; children: ReactNode }) {
  return keys === undefined ? null : <Figure name={keys}>{children}</Figure>
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
