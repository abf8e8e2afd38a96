import { useState, useId } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useViewActions, useApp, useShortcutKeys } from '../../../state/app/use-app'
import type { NewPane } from '../../../state/comparisons/new-panes'
import { Icon } from '../../../ui/controls/icon'
import { TextMenuButton } from '../../../ui/overlays/text-menu-button'
import { LineUpsDialog } from './line-ups-dialog'
import { SweepDialog } from './sweep-dialog'
import { paneOrders } from '../../../../shared/app/settings'
import { paneLimits } from '../../../../shared/sessions/sessions'
import { Dialog } from '../../../ui/overlays/dialog'
import { DialogBody, Hint, Row } from '../../../ui/layout/layout'
import { isSubmitKey } from '../../../keyboard/key-presses'
import { inCommon } from '../../../state/agents/agent-work'
import { Button } from '../../../ui/controls/button'
import { TextArea } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
import styles from './set-up.module.css'

type Shown = 'line-ups' | 'sweep' | 'prompt' | 'pace'

interface SetUpMenuProps {
  panes: readonly NewPane[]
  onChange: (panes: readonly NewPane[]) => void
}

/** Sets up the panes of a new comparison together: from a line-up, as a sweep, with one system prompt; and their pace. */
export function SetUpMenu({ panes, onChange }: SetUpMenuProps) {
  const shortcutKeys = useShortcutKeys()
  const [shown, setShown] = useState<Shown | null>(null)
  useViewActions(() => [
    action('lineUps', { run: () => setShown('line-ups') }),
    action('sweep', { run: () => setShown('sweep') }),
    action('sharedPrompt', { run: () => setShown('prompt') }),
    action('pace', { run: () => setShown('pace') }),
  ])
  const close = () => setShown(null)
  const dialog = { panes, onChange, onClose: close }
  return (
    <>
      <TextMenuButton
        items={[
          {
            label: t('compare.setUp.lineUps'),
            shortcut: shortcutKeys('lineUps'),
            onChoose: () => setShown('line-ups'),
          },
          { label: t('compare.setUp.sweep'), onChoose: () => setShown('sweep') },
          { label: t('compare.setUp.prompt'), onChoose: () => setShown('prompt') },
          { label: t('compare.setUp.pace'), onChoose: () => setShown('pace') },
        ]}
      >
        <Icon name="sliders" /> {t('compare.setUp.menu')}
      </TextMenuButton>
      {shown === 'line-ups' && <LineUpsDialog {...dialog} />}
      {shown === 'sweep' && <SweepDialog {...dialog} />}
      {shown === 'prompt' && <SharedPromptDialog {...dialog} />}
      {shown === 'pace' && <PaceDialog onClose={close} />}
    </>
  )
}

const limits = Array.from({ length: paneLimits.max }, (_, index) => index + 1)

/** Chooses which panes answer at the same time, in every comparison from its next question. */
function PaceDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { settings } = useApp()
  const { paneOrder, panesPerProvider } = useStore(settings.store, (state) => state.settings)
  return (
    <Dialog title={t('compare.pace.title')} onClose={onClose}>
      <DialogBody gap={3} className={styles.form}>
        <fieldset className={styles.choices}>
          <legend>{t('compare.pace.order')}</legend>
          {paneOrders.map((order) => (
            <Row as="label" align="baseline" key={order}>
              <input
                type="radio"
                name={`${id}-order`}
                {...(order === paneOrder ? { 'data-first-focus': '' } : {})}
                aria-describedby={`${id}-${order}`}
                checked={order === paneOrder}
                onChange={() => void settings.change({ paneOrder: order })}
              />
              <span>
                {t(`compare.pace.${order}`)}
                <Hint as="span" tone="soft" id={`${id}-${order}`} className={styles.hint}>
                  {t(`compare.pace.${order}Hint`)}
                </Hint>
              </span>
            </Row>
          ))}
        </fieldset>
        <div className={styles.line}>
          <label htmlFor={`${id}-limit`}>{t('compare.pace.perProvider')}</label>
          <Select
            id={`${id}-limit`}
            value={panesPerProvider}
            options={[
              [0, t('compare.pace.noLimit')],
              ...limits.map((limit) => [limit, t('compare.pace.atOnce', { count: limit })] as const),
            ]}
            onChange={(limit) => void settings.change({ panesPerProvider: limit })}
          />
        </div>
        <p className={styles.note}>{t('compare.pace.forAll')}</p>
      </DialogBody>
    </Dialog>
  )
}

interface SharedPromptDialogProps {
  panes: readonly NewPane[]
  onChange: (panes: readonly NewPane[]) => void
  onClose: () => void
}

/** Gives all panes the same system prompt. */
function SharedPromptDialog({ panes, onChange, onClose }: SharedPromptDialogProps) {
  const id = useId()
  const before = panes.map(({ systemPrompt }) => systemPrompt ?? '')
  const [text, setText] = useState(() => inCommon(before) ?? '')
  const doDiffer = new Set(before).size > 1
  const apply = () => {
    const systemPrompt = text.trim() === '' ? null : text
    onChange(panes.map((pane) => ({ ...pane, systemPrompt })))
    onClose()
  }
  return (
    <Dialog title={t('actions.titles.sharedPrompt')} onClose={onClose}>
      <DialogBody as="form" gap={3} className={styles.form} onSubmit={apply}>
        <label htmlFor={id}>{t('common.systemPrompt')}</label>
        <TextArea
          id={id}
          data-first-focus
          rows={8}
          maxLength={200_000}
          aria-describedby={`${id}-note`}
          placeholder={t('models.settings.promptHint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isSubmitKey(event.nativeEvent)) return
            event.preventDefault()
            apply()
          }}
        />
        <p id={`${id}-note`} className={styles.note}>
          {doDiffer ? t('compare.sharedPrompt.differ') : t('compare.sharedPrompt.empty')}
        </p>
        <Row align="stretch" justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('compare.sharedPrompt.apply', { count: panes.length })}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}
