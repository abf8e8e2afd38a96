import { useId } from 'react'
import { useStore } from 'zustand'

import { paneOrders } from '../../../../shared/app/settings'
import { paneLimits } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { Dialog } from '../../../ui/overlays/dialog'
import { Hint, Row } from '../../../ui/layout/layout'
import styles from './set-up.module.css'

const limits = Array.from({ length: paneLimits.max }, (_, index) => index + 1)

/** Chooses which panes answer at the same time, in every comparison from its next question. */
export function PaceDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { settings } = useApp()
  const { paneOrder, panesPerProvider } = useStore(settings, (state) => state.settings)
  const { change } = settings.getState()
  return (
    <Dialog title={t('compare.pace.title')} onClose={onClose}>
      <div className={styles.form}>
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
                onChange={() => void change({ paneOrder: order })}
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
          <select
            id={`${id}-limit`}
            className={textFieldStyles.textField}
            data-slot="text-field"
            value={panesPerProvider}
            onChange={(event) => void change({ panesPerProvider: Number(event.target.value) })}
          >
            <option value={0}>{t('compare.pace.noLimit')}</option>
            {limits.map((limit) => (
              <option key={limit} value={limit}>
                {t('compare.pace.atOnce', { count: limit })}
              </option>
            ))}
          </select>
        </div>
        <p className={styles.note}>{t('compare.pace.forAll')}</p>
      </div>
    </Dialog>
  )
}
